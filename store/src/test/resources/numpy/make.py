"""Writes the files of this folder with numpy itself, and bfloat16 with ml_dtypes. Run in this folder."""

import ml_dtypes
import numpy as np

# Exact in every type; the last axis counts fastest in all of them.
numbers = np.arange(-12, 12).reshape(2, 3, 4) / 4.0

arrays = {
    "half_little": numbers.astype("<f2"),
    "half_big": numbers.astype(">f2"),
    "brain": numbers.astype(ml_dtypes.bfloat16),
    "single_little": numbers.astype("<f4"),
    "single_big": numbers.astype(">f4"),
    "double_little": numbers.astype("<f8"),
    "double_big": numbers.astype(">f8"),
    "single_fortran": np.asfortranarray(numbers.astype("<f4")),
    "double_big_fortran": np.asfortranarray(numbers.astype(">f8")),
    "byte": np.arange(-128, 128).astype("i1"),
    "unsigned_short_big": np.array([0, 1, 65535]).astype(">u2"),
    "int_big": np.array([[1, -2], [3, -(2**31)]]).astype(">i4"),
    "int_fortran": np.asfortranarray(np.array([[1, 2, 3], [4, 5, 6]])),
    "long_big": np.array([2**62, -(2**63)]).astype(">i8"),
    "bool": np.array([True, False]),
    "scalar": np.array(2.5),
    "empty": np.zeros((0, 3)),
    "layer/kernel_posterior_loc:0": np.ones((2, 2), "<f4"),
}
np.savez("all.npz", **arrays)
np.savez_compressed("all_compressed.npz", **arrays)
np.save("single.npy", arrays["single_little"])
with open("version2.npy", "wb") as file:
    np.lib.format.write_array(file, arrays["single_fortran"], version=(2, 0))
with open("version3.npy", "wb") as file:
    np.lib.format.write_array(file, arrays["double_big"], version=(3, 0))
np.savez("objects.npz", np.array([{"a": 1}], dtype=object))
np.savez("text.npz", np.array(["a"]))

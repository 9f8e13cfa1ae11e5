"""Measures classifiers of scikit-learn on a table that epiwrap has divided.

scikit_learn.py TRAIN.csv TEST.csv SEED EPOCHS: the headers say of each column whether it holds numbers or categories; the last
one holds labels. An empty cell is missing. Prints the accuracies on the test rows as JSON.
"""
import csv
import json
import sys
import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return rows[0], np.array(rows[1:])


def numbers(train, test):
    """Standardised by the training rows; a missing one becomes their median and is marked by a column of its own."""
    known, new = (np.array([float(cell) if cell else np.nan for cell in cells]) for cells in (train, test))
    median = np.nanmedian(known) if not np.isnan(known).all() else 0
    filled = np.where(np.isnan(known), median, known)
    mean, deviation = filled.mean(), filled.std() or 1
    scaled = ((filled - mean) / deviation, (np.where(np.isnan(new), median, new) - mean) / deviation)
    return [scaled, (np.isnan(known), np.isnan(new))] if np.isnan(known).any() else [scaled]


def categories(train, test):
    """One-hot, with a missing one as a category of its own."""
    return [(train == name, test == name) for name in np.unique(train)]


def main(train_file, test_file, seed, epochs):
    header, train = read(train_file)
    _, test = read(test_file)
    parts = []
    for column, kind in enumerate(header[:-1]):
        encode = numbers if kind == "number" else categories
        parts += encode(train[:, column], test[:, column])
    x, new = (np.column_stack([part[i] for part in parts]).astype(float) for i in (0, 1))
    warnings.simplefilter("ignore", ConvergenceWarning)
    classifiers = {
        "mlp": MLPClassifier(hidden_layer_sizes=(64,), max_iter=int(epochs), random_state=int(seed)),
        "forest": RandomForestClassifier(n_estimators=200, random_state=int(seed)),
    }
    accuracies = {
        name: classifier.fit(x, train[:, -1]).score(new, test[:, -1]) for name, classifier in classifiers.items()
    }
    print(json.dumps(accuracies))


main(*sys.argv[1:])

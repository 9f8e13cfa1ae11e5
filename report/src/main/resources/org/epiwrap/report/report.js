"use strict";

/** Sorts the rows of a table's body by one column. Cells that are missing come last in either direction. */
function sortRows(table, column, numeric, descending) {
  const key = (row) => row.cells[column].dataset.key;
  const compare = (a, b) => {
    const x = key(a);
    const y = key(b);
    if (x === "" || y === "") {
      return (x === "") - (y === "");
    }
    const order = numeric ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true });
    return descending ? -order : order;
  };
  table.tBodies[0].append(...Array.from(table.rows).slice(1).sort(compare));
}

for (const table of document.querySelectorAll("table")) {
  const headers = Array.from(table.tHead.rows[0].cells);
  headers.forEach((header, column) => {
    header.querySelector("button").addEventListener("click", () => {
      const numeric = header.classList.contains("number");
      const before = header.getAttribute("aria-sort");
      // Of numbers the largest are looked for first, of words the first.
      const descending = before === "none" ? numeric : before === "ascending";
      headers.forEach((other) => other.setAttribute("aria-sort", "none"));
      header.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sortRows(table, column, numeric, descending);
    });
  });
}

/** Tells the style whether a table goes on beyond the right edge of its box, and whether it was moved from the left. */
function markEdges(scroll) {
  const beyond = scroll.scrollWidth - scroll.clientWidth - scroll.scrollLeft;
  // Places are rounded: a smaller difference cannot be seen.
  scroll.classList.toggle("more", beyond > 1);
  scroll.classList.toggle("moved", scroll.scrollLeft > 1);
}

for (const scroll of document.querySelectorAll(".scroll")) {
  const mark = () => markEdges(scroll);
  scroll.addEventListener("scroll", mark, { passive: true });
  addEventListener("resize", mark);
  mark();
}

// @ts-check
/** The tree of an analysis: a record's variations become branches and come out the same; spaces get other owners. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { branchesOf, childOf, pathTo, treeOf, withOwner } from "../../millefiori/server/static/core/analysis.js";
import { useFacts } from "../../millefiori/server/static/core/facts.js";

const branches = [
  { after: 0, actions: [7], branches: [] },
  { after: 1, actions: [8, 9], branches: [{ after: 1, actions: [5, 6], branches: [] }] },
];

test("a game with variations is a tree, and gives its variations back", () => {
  const root = treeOf({ position: "", actions: [1, 2, 3], seats: [0, 1, 0], branches, players: [] });
  assert.deepEqual(branchesOf(root), branches);
  const deep = root.children[0].children[1].children[1].children[0];
  assert.deepEqual(pathTo(deep), [1, 8, 5, 6]);
});

test("an action that was tried already leads to the same node", () => {
  const root = treeOf({ position: "", actions: [1], seats: [0], branches: [], players: [] });
  assert.equal(childOf(root, 1, 0), root.children[0]);
  childOf(root, 4, 0);
  assert.deepEqual(branchesOf(root), [{ after: 0, actions: [4], branches: [] }]);
});

test("a space gets another owner, and supplies are left to follow", () => {
  useFacts(/** @type {any} */ ({ spaces: ["W1.1", "W1.2", "W2.1", "T1.1"].map((name) => ({ name, area: name[0] === "W" ? 0 : 4 })) }));
  assert.equal(withOwner("international-2 W=../. T=. supply=3/4", 2, "B"), "international-2 W=../B T=.");
  assert.equal(withOwner("international-2 W=A./. T=A", 3, "."), "international-2 W=A./. T=.");
});

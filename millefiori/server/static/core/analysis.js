// @ts-check
/** The tree of an analysis, kept on the device, and the line that shows its positions on the game's screen. It knows no rules. */

import { facts } from "./facts.js";

/** @import { Listeners, Request } from "./connection.js" */
/** @import { AnalysedAction, AnalysedGame, AnalysedPosition, Player, Welcome, WrittenBranch } from "./messages.js" */

/** @typedef {{action: number, seat: number, parent: Node | null, children: Node[], shown: AnalysedPosition | null, opinions: AnalysedAction[] | null}} Node */
/** What is analysed: `record` is its JSON text, if there is one. @typedef {{position: string, players: Player[], record: string}} Start */

const STORE = "millefiori.analysis";

/** @param {number} action @param {number} seat @param {Node | null} parent @returns {Node} */
export function newNode(action, seat, parent) {
  const node = { action, seat, parent, children: [], shown: null, opinions: null };
  parent?.children.push(node);
  return node;
}

/** The actions that lead to a node. @param {Node} node @returns {number[]} */
export function pathTo(node) {
  return node.parent ? [...pathTo(node.parent), node.action] : [];
}

/** The child of a node by its action; a new one if there is none. @param {Node} node @param {number} action @param {number} seat */
export function childOf(node, action, seat) {
  return node.children.find((child) => child.action === action) ?? newNode(action, seat, node);
}

/** A game with its variations as a tree. @param {AnalysedGame} game @returns {Node} its root */
export function treeOf({ actions, seats, branches }) {
  const root = newNode(-1, -1, null);
  const line = [root];
  actions.forEach((action, index) => line.push(newNode(action, seats[index], line[index])));
  addBranches(line, branches);
  return root;
}

/** @param {Node[]} line the nodes of a line, from where it begins @param {WrittenBranch[]} branches */
function addBranches(line, branches) {
  for (const { after, actions, branches: inner = [] } of branches) {
    const nodes = [line[after]];
    for (const action of actions) nodes.push(childOf(/** @type {Node} */ (nodes.at(-1)), action, -1));
    addBranches(nodes, inner);
  }
}

/** All lines but the first, as a record has them. @param {Node} start where a line begins @returns {WrittenBranch[]} */
export function branchesOf(start) {
  const branches = [];
  /** @type {Node | undefined} */
  let node = start;
  for (let after = 0; node; after += 1) {
    for (const child of node.children.slice(1)) branches.push({ after, ...lineFrom(child) });
    node = node.children[0];
  }
  return branches;
}

/** @param {Node} first */
function lineFrom(first) {
  const actions = [];
  /** @type {Node | undefined} */
  let node = first;
  while (node) {
    actions.push(node.action);
    node = node.children[0];
  }
  const inner = branchesOf(first).map((branch) => ({ ...branch, after: branch.after + 1 }));
  return { actions, branches: inner };
}

// --- On the device

/** @typedef {[number, number, Stored[]]} Stored action, seat, children */

/** @param {Node} node @returns {Stored} */
const stored = ({ action, seat, children }) => [action, seat, children.map(stored)];

/** @param {Stored} written @param {Node | null} parent @returns {Node} */
function restored([action, seat, children], parent) {
  const node = newNode(action, seat, parent);
  for (const child of children) restored(child, node);
  return node;
}

/** @param {Start} start @param {Node} root @param {Node} at */
export function keepAnalysis(start, root, at) {
  try {
    localStorage.setItem(STORE, JSON.stringify({ start, tree: stored(root), path: pathTo(at) }));
  } catch {
    // Too large, or a private window: it is forgotten with the page.
  }
}

/** What was analysed last on this device. @returns {{start: Start, root: Node, at: Node} | null} */
export function keptAnalysis() {
  try {
    const { start, tree, path } = JSON.parse(localStorage.getItem(STORE) ?? "null");
    const root = restored(tree, null);
    let at = root;
    for (const action of path) at = at.children.find((child) => child.action === action) ?? at;
    return { start, root, at };
  } catch {
    return null;
  }
}

// --- Setting up

/**
 * A position with another owner on a space: "A" to "D", "#" or ".". Supplies follow from the diamonds, so they are left out.
 * @param {string} line @param {number} space @param {string} owner
 */
export function withOwner(line, space, owner) {
  const { name, area } = facts.spaces[space];
  const first = facts.spaces.findIndex((found) => found.area === area);
  return line.split(" ").filter((word) => !word.startsWith("supply=")).map((word) => {
    const [key, value] = word.split("=");
    if (key !== name[0]) return word;
    let index = space - first;
    return `${key}=${[...value].map((letter) => (letter === "/" || index-- !== 0 ? letter : owner)).join("")}`;
  }).join(" ");
}

// --- The line

/** Takes the place of the connection to a table: what the board decides becomes a node of the tree. */
export class AnalysisLine {
  /** @param {(action: number) => Promise<void>} onDecide @param {() => Promise<void>} onUndo @param {Listeners} listeners */
  constructor(onDecide, onUndo, [onMessage, onStatus]) {
    this.onDecide = onDecide;
    this.onUndo = onUndo;
    this.onMessage = onMessage;
    this.closed = false;
    Promise.resolve().then(() => onStatus(true));
  }

  /** Another position is looked at. @param {Welcome} welcome */
  show(welcome) {
    if (!this.closed) this.onMessage(welcome);
  }

  /** There is nobody to talk to. */
  tell() {
    return false;
  }

  /** @param {Request} request */
  async send(request) {
    if (request.type === "decide") await this.onDecide(request.action);
    else if (request.type === "undo") await this.onUndo();
  }

  close() {
    this.closed = true;
  }
}

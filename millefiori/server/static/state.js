// @ts-check
/** What the page knows of one game: the shared state object, and how messages change it. It knows no rules. */

/** @typedef {{name: string, area: number, symbol: number, value: number, xy: [number, number]}} Space */
/** @typedef {{name: string, symbol: number, number: number, area: number, copies: number}} CardFacts */
/**
 * @typedef {{protocol: number, areas: string[], symbols: string[], tints: string[][], symbol_area: number[], reasons: string[],
 *   spaces: Space[], cards: CardFacts[], sets: {symbol: number, value: number}[][], bonus_values: number[], bonus_xy: number[][][],
 *   sea: {xy: number[][], points: number[], extra_card: boolean[]},
 *   actions: {place: number, sail: number, decline: number, names: string[]}, editions: any[], levels: string[]}} Facts
 */
/** @typedef {{name: string, kind: string, level: string}} Player */
/** @typedef {{seat: number, points: number, reason: string, facts: Record<string, any>}} Gain */
/** @typedef {{set: string, value: number, waits: boolean}} Bonus */
/**
 * @typedef {{action: number, space: number | null, stay: boolean, gains: Gain[], bonus: Bonus | null, extra_card: boolean,
 *   ship: number | null}} Play
 */
/** @typedef {{card: number, take: number | null, plays: Play[]}} CardPlays */
/**
 * @typedef {{score: number, ship: number, supply: number, reserve: number, cards: number, has_chosen: boolean, bonus: number[],
 *   kinds: boolean[][], points: number[]}} PlayerState
 */
/**
 * @typedef {{phase: "keep" | "play" | "extra" | "over", to_act: number, round: number, turn: number, turns: number,
 *   start_player: number, last_turns: boolean, deck: number, owners: number[], players: PlayerState[], display: number[],
 *   hand: number[], chosen: number | null, in_play: number | null, known: Record<string, number[]>, goods: number[],
 *   fleets: number[][], bonus_left: number[][], gone: number[], unseen: number[], winners: number[], awaited: number[], decides: boolean,
 *   cards: CardPlays[], can_decline: boolean, can_undo: number}} Position
 */
/**
 * @typedef {{type: "event", n: number, kind: string, seat: number, round: number, turn: number, card?: number | null,
 *   space?: number | null, stay?: boolean, is_extra?: boolean, gains?: Gain[], bonus?: Bonus | null, extra_card?: boolean,
 *   taken_back?: number[], new_round?: number, display?: number[], final?: Gain[], position?: Position | null}} Event
 */
/** @typedef {{action: number, margin: number | null, win: number | null}} Opinion no figures where there is no choice */
/**
 * What panels may ask for; every promise fails with an ApiError if the server refuses.
 * @typedef {{choose: (card: number) => Promise<void>, act: (...numbers: number[]) => Promise<void>,
 *   undo: (whole?: boolean) => Promise<void>, hint: () => Promise<Opinion[]>}} Actions
 */
/**
 * @typedef {{facts: Facts, game: string, key: string, seat: number, edition: string, tactical: boolean, players: Player[],
 *   presence: boolean[], n: number, log: Event[], position: Position, connected: boolean, lastSeen: number, actions: Actions}} State
 */

/**
 * The state after a welcome.
 * @param {Facts} facts
 * @param {string} key
 * @param {any} welcome
 * @param {Actions} actions
 * @returns {State}
 */
export function welcomed(facts, key, welcome, actions) {
  const { game, seat, edition, tactical, players, n, log, position, presence } = welcome;
  const state = { facts, key, game, seat, edition, tactical, players, presence, n, log, position, connected: true, lastSeen: -1, actions };
  state.lastSeen = endOfLastTurn(state);
  return state;
}

/**
 * An event has been shown: it is part of what the page knows from now on.
 * @param {State} state
 * @param {Event} event
 */
export function advance(state, event) {
  const { position, ...told } = event;
  state.log = [...state.log, told];
  state.n = event.n;
  if (position) state.position = position;
  state.lastSeen = endOfLastTurn(state);
}

/** Number of the last event of the seat's last finished turn: what came after it is news to this player. @param {State} state */
function endOfLastTurn({ log, seat, position }) {
  const inTurn = position.to_act === seat && (position.phase === "play" || position.phase === "extra");
  const isNow = (/** @type {Event} */ event) => inTurn && event.round === position.round && event.turn === position.turn;
  const own = log.filter((event) => event.seat === seat && event.kind !== "choose" && !isNow(event));
  return own.length ? own[own.length - 1].n : -1;
}

/** @param {State} state */
export function editionFacts(state) {
  return state.facts.editions.find((edition) => edition.name === state.edition) ?? state.facts.editions[0];
}

/** Does the game wait for this seat? All choose their cards at the same time, unless the variant is tactical. @param {State} state @param {number} seat */
export function isAwaited({ position }, seat) {
  return position.awaited.includes(seat);
}

/** The points of a play for every seat, by seat. @param {Gain[]} gains @param {number} seats */
export function totals(gains, seats) {
  const points = Array(seats).fill(0);
  for (const gain of gains) points[gain.seat] += gain.points;
  return points;
}

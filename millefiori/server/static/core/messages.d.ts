/** Every message between page and server. Made from the server's messages by `make docs`: do not edit. */

/** What a client sends over the socket. */
export interface Request {
  type: "Request";
}

/** The first message: which seat this is, and the last event that it has seen (-1: none). */
export interface Hello {
  type: "hello";
  key: string; // the secret of a seat, or of a spectator
  seen?: number;
  protocol?: number;
}

/** Keep, place, sail, take or decline: one of the 200 actions. */
export interface Decide {
  type: "decide";
  action: number;
  at: number; // the number of the last event that the client knows
}

/** Take back the last step of your turn, or the whole turn. */
export interface Undo {
  type: "undo";
  at: number; // as in Decide
  whole_turn?: boolean; // else the last step alone
}

/** What would a strong bot do here? */
export interface AskHint {
  type: "hint";
  at: number; // as in Decide
}

/** Let a bot play on for somebody who is away, or abandon the game. It happens when all who are asked agree. */
export interface Agree {
  type: "agree";
  about: number; // the seat of somebody who is away; 4: abandon the game
}

/** Reject what somebody has proposed, or withdraw it. */
export interface Disagree {
  type: "disagree";
  about: number; // as in Agree
}

/** Take over again from the bot that plays for you. */
export interface Back {
  type: "back";
}

/** Leave the game for good: a bot plays on to the end. */
export interface Resign {
  type: "resign";
}

/** Say something: players to everybody at the table, spectators to each other. All who may hear it get a Talk. */
export interface Say {
  type: "say";
  text: string; // or the name of a phrase or an emote: see Facts
  kind?: "emote" | "phrase" | "text";
}

/** Whoever opened the table opens or closes its talk. Everybody gets a Presence. */
export interface SetTalk {
  type: "set_talk";
  talk: "all" | "none" | "phrases";
}

/** Show a line, and those before it, to whoever runs the server. The answer is Reported. */
export interface Report {
  type: "report";
  channel: "players" | "spectators";
  n: number;
}

/** A spectator's name for the others to see; without one, spectators are only counted. */
export interface Appear {
  type: "appear";
  name: string;
}

/** A seat of a new game: a person at this screen, a friend who gets a link, or a bot of a level. */
export interface SeatWanted {
  kind: "bot" | "friend" | "here";
  name?: string;
  level?: string;
}

/** POST /api/games. */
export interface NewGame {
  edition: string;
  seats: SeatWanted[];
  tactical?: boolean;
  start_player?: number | null; // null: drawn
  hints?: boolean | null; // may players ask for hints? null: unless a friend plays
  tempo?: Tempo;
  stand_in?: string;
  talk?: "all" | "none" | "phrases"; // what may be said; the seats at this screen can change it later
  delay?: number; // seconds after which spectators see what happens
}

/** POST /api/join: take the seat of an invitation. */
export interface Join {
  invitation: string;
  token?: string | null; // the key that the seat shall have; asked again with it, the answer is the same
  proof?: string | null; // of a deal that was played before: the key of your seat in that game
  name?: string;
}

/** POST /api/again: another game of the same players, with the same deal and the seats moved on by one, or not. */
export interface Again {
  key: string;
  same_deal?: boolean;
}

/** POST /api/share: a link to the replay of a finished game, for people who have no key. */
export interface Share {
  key: string; // of a seat
}

/** POST /api/view: a link that shows what this seat sees, and can do nothing, for a stream or a large screen. */
export interface MakeView {
  key: string; // of the seat
}

/** A new game: secrets by seat. A key opens its seat; an invitation can be exchanged for a key once. */
export interface Opened {
  game: string;
  keys: Record<string, string>;
  invitations: Record<string, string>;
  watch: string;
}

/** GET /api/invitation: what an invitation is for. */
export interface Invited {
  edition: string;
  tactical: boolean;
  players: Player[];
  seat: number;
  replays: number; // how often the deal was played before: 0 for a new one
  first: string; // the game in which it was played first; its players alone may join
  hints: boolean; // players may ask for hints: who joins agrees
  tempo: Tempo;
  stand_in: string; // the level of the bot that plays for somebody who is away
  delay: number; // seconds after which spectators see what happens
  commitment: string; // see docs/security.md
}

/** The answer to a join: the key of the seat. */
export interface Joined {
  key: string;
  game: string;
  seat: number;
}

/** The answer to POST /api/view: a key for /ws that sees what the seat sees. */
export interface View {
  view: string;
}

/** DELETE /api/view, with the key of a seat: its links show nothing any more. */
export interface ViewsEnded {
  ended: number; // how many there were
}

/** The answer to a share: a key that opens the replay (GET /api/replay) and nothing else. */
export interface Shared {
  share: string;
}

/** DELETE /api/share, with the key of a seat: the links that this seat has shared open nothing any more. */
export interface Unshared {
  ended: number; // how many there were
}

/** Something happened, with its number. */
export interface Event {
  type: "event";
  n: number;
  kind: "absent" | "agree" | "back" | "close" | "decline" | "disagree" | "keep" | "place" | "resign" | "sail" | "take" | "undo";
  seat: number;
  round: number;
  turn: number;
  at?: number; // when, in milliseconds since 1970; absent in old games
  card?: number | null; // null in a keep of another seat: it is secret
  space?: number | null;
  stay?: boolean;
  is_extra?: boolean; // done with an extra card
  gains?: ShownGain[];
  bonus?: ShownBonus | null;
  extra_card?: boolean;
  taken_back?: number[]; // the events that an undo takes back
  passed?: boolean; // all hands went on to the left
  new_round?: number; // the number of the round that begins
  display?: number[]; // cards that are new in the display
  final?: ShownGain[]; // bonus points of the final scoring
  about?: number | null; // of an agreement, as in Agree
  settled?: boolean; // this was the last agreement needed: it happens
  position?: Position | null;
}

/** The answer to a hello: everything that has happened, and where the game stands. */
export interface Welcome {
  type: "welcome";
  game: string;
  seat: number; // -1: a spectator
  edition: string;
  tactical: boolean;
  players: Player[];
  n: number; // the last event
  log: Event[];
  position: Position;
  presence: boolean[];
  replays: number; // how often the deal was played before: 0 for a new one
  hints: boolean; // players may ask for hints
  tempo: Tempo;
  stand_in: string; // the level of the bot that plays for somebody who is away
  now: number; // the server's clock, in milliseconds since 1970
  is_host: boolean; // this seat may open and close the talk
  commitment: string; // to deck and start player, before the first card; the record shows the salt
  is_watching: boolean; // a spectator, or a link that shows a seat: requests to play are refused
  delay: number; // seconds after which those who watch see what happens; `now` is so late for them, too
}

/** Who is connected, by seat; the names, as friends arrive; and the bots that fail to move and try again. */
export interface Presence {
  type: "presence";
  presence: boolean[];
  players: Player[];
  failing: number[];
  spectators: number; // how many are watching
  watching: string[]; // the names of those who like to be seen
  talk: "all" | "none" | "phrases";
  version: string; // of the page that the server has now: an older page should reload
}

/** What a bot thinks of one action. */
export interface ShownOpinion {
  action: number;
  margin: number | null; // expected in the end, against the mean of the others; null where there is no choice
  win: number | null; // chance to win, from 0 to 1
}

/** What a strong bot would do, best first, worked out from the asking seat's view. */
export interface Hint {
  type: "hinted";
  n: number;
  opinions: ShownOpinion[];
}

/** One step of a replay: what happened, and where it led. */
export interface Frame {
  event: Event | null;
  position: Position;
}

/** A finished game step by step, with all hands open. */
export interface Replay {
  edition: string;
  tactical: boolean;
  players: Player[];
  frames: Frame[];
}

/** Points of one seat for one reason, with the facts that explain them. */
export interface ShownGain {
  seat: number;
  points: number;
  reason: string; // one of the reasons of the facts
  facts: Record<string, any>; // what explains it: diamonds, value, good ...
  spaces: number[]; // where: the group, the row, the filled spaces of a good, a fleet with its goods ...
}

/** A bonus diamond: its set, its value, and whether its points wait for the end. */
export interface ShownBonus {
  set: string;
  value: number;
  waits: boolean;
  spaces: number[]; // the player's diamonds of the set
}

/** One way to play a card, with all that it would bring. */
export interface ShownPreview {
  action: number;
  space: number | null; // null: sail
  stay: boolean; // the ship stays where it is
  gains: ShownGain[];
  bonus: ShownBonus | null;
  extra_card: boolean;
  ship: number | null; // where the player's ship lands, if it moves
}

/** A card that can be kept, taken or played, with previews of its plays as the board is now, best first. */
export interface ShownCard {
  card: number;
  obtain: number | null; // the action that keeps or takes the card first; null: it is in play
  previews: ShownPreview[];
}

/** What everybody sees of a player. */
export interface PlayerState {
  score: number;
  ship: number;
  supply: number;
  reserve: number;
  cards: number;
  has_kept: boolean; // a card that is not in play yet
  bonus: number[]; // value of the bonus diamond, by set; 0 for none
  kinds: boolean[][]; // by set: which symbols, values, goods the player has
  points: number[]; // by reason
}

/** A player's turn, and the winner's lead over the best of the others before and after it. */
export interface TurningPoint {
  seat: number;
  events: number[]; // the numbers of its events
  before: number;
  after: number;
}

/** Where a finished game was decided. */
export interface Turning {
  winner: number;
  lead: TurningPoint | null; // after it the winner was never behind again; null: the winner was never behind
  swing: TurningPoint; // it moved the winner's lead most
}

/** The clock of a seat; times are milliseconds, on the server's clock since 1970. */
export interface ShownClock {
  bank: number; // left for the rest of the game, before the turn that runs is counted
  since: number | null; // when this turn began; null: the clock stands
  until: number | null; // when a bot takes over, unless the seat has decided; null: the clock stands
}

/** What somebody has proposed. */
export interface ShownProposal {
  about: number; // as in Agree
  agreed: number[]; // the seats that agree
}

/** Where the game stands, as one seat knows it. */
export interface Position {
  phase: "keep" | "over" | "play" | "take";
  all_keep: boolean; // everybody keeps a card at the same time
  to_act: number; // seat; while all keep, the start player
  round: number; // from 1
  turn: number; // from 0
  turns: number; // cards that each player plays in a round
  start_player: number;
  last_turns: boolean;
  deck: number;
  owners: number[]; // by space: seat, 4 for neutral, -1 for free
  players: PlayerState[];
  display: number[]; // cards, copies one by one
  hand: number[];
  kept: number | null; // the seat's own kept card, also while it is in play
  in_play: number | null; // the card that is being played, if the seat may know it
  known: Record<string, number[]>; // other hands that this seat has seen, what is left of them
  goods: number[]; // value of each good
  fleets: number[][]; // by row: filled ships, filled goods, points per diamond
  bonus_left: number[][]; // by set: bonus spaces still free
  gone: number[]; // by symbol: cards out of the game
  discarded: number[]; // the same cards one by one
  unseen: number[]; // by symbol: cards that this seat has not seen
  winners: number[];
  awaited: number[]; // the seats for whose decision the game waits
  decides: boolean; // does the game wait for this seat?
  cards: ShownCard[]; // the seat's possible decisions
  can_decline: boolean;
  can_undo: number; // steps of the seat's turn that can be taken back
  turning: Turning | null; // when the game is over and not all share the victory
  clocks: ShownClock[]; // by seat; empty if there is no clock
  stand_ins: ("" | "agreed" | "clock" | "resigned")[]; // by seat: why a bot plays for a person; "" if none does
  proposals: ShownProposal[];
  abandoned: boolean; // by agreement: the game is over, and nobody has won
  closed: boolean; // the same, but the operator of the server has ended it
}

/** A person or a bot at a seat. */
export interface Player {
  name: string;
  kind: "bot" | "friend" | "here";
  level: string;
}

/** How much time players have: as much as they like, a clock, or days. */
export interface Tempo {
  kind?: "days" | "none" | "real";
  bank?: number; // real: seconds that a player has for the whole game
  per_turn?: number; // real: seconds for each turn, before the bank is used
  days?: 0 | 1 | 3 | 7; // days: for each decision
  sleep_from?: number; // days: no time runs out from this hour
  sleep_to?: number; // to this one; none if they are equal
  zone?: string; // the time zone of these hours, like Europe/Rome
}

/** The request was refused and nothing has changed. `code` is for programs, `message` for people. */
export interface Refused {
  type: "refused";
  code: string;
  message: string;
  request?: string; // the type of the request, if it came over the socket and could be read
}

/** A line of talk. */
export interface Line {
  channel: "players" | "spectators";
  n: number; // counted in each channel
  seat: number; // -1: a spectator
  name: string; // a spectator's, if it likes to be seen
  who: string; // tells spectators apart; empty for players
  kind: "emote" | "phrase" | "text";
  text: string; // as in Say
  at: number; // when, in milliseconds since 1970
}

/** What was said: a new line, or for a newcomer the last ones. */
export interface Talk {
  type: "talk";
  lines: Line[];
}

/** Whoever runs the server will see the line. */
export interface Reported {
  type: "reported";
  channel: "players" | "spectators";
  n: number;
}

/** POST /api/player: a new player on this device. */
export interface NewPlayer {
  name: string;
  emblem: number;
  device?: string; // what to call this device in the list of devices
}

/** PATCH /api/player: what is not null changes. */
export interface ChangePlayer {
  name?: string | null;
  emblem?: number | null;
  is_unrated?: boolean | null; // play unrated only
}

/** POST /api/player/devices: use a ticket, which another device has made. It works once. */
export interface SignIn {
  ticket: string;
  device?: string;
}

/** POST /api/player/passkeys and /api/passkey: what the browser has made of the options (`toJSON` of its answer). */
export interface PasskeyAnswer {
  credential: Record<string, any>;
  device?: string; // when it signs in
}

/** POST /api/seat: the key of your own seat in a game, for this device. The answer is Joined. */
export interface SitDown {
  game: string;
}

/** POST /api/player/blocks: never meet whoever sits at this seat again. The answer is Me. */
export interface Block {
  game: string;
  seat: number;
}

/** How strong a player is, on the scale of the bots' ladder. */
export interface Rating {
  rating: number;
  plus_minus: number; // 95 % sure that it lies this near
  games: number; // that were rated
}

/** A device that holds a key of the player. */
export interface Device {
  id: string; // to end it; opens nothing
  name: string;
  created: number; // seconds since 1970
  seen: number; // when it was used last, to the hour
  is_this: boolean;
}

/** A passkey of the player. */
export interface Passkey {
  id: string; // to remove it; opens nothing
  created: number;
}

/** A player whom one does not want to meet again. */
export interface Blocked {
  id: string;
  name: string;
  emblem: number;
}

/** GET and PATCH /api/player: the player whose key was sent. */
export interface Me {
  id: string; // public
  name: string;
  emblem: number;
  is_unrated: boolean;
  rating: Rating;
  devices: Device[];
  passkeys: Passkey[];
  blocked: Blocked[];
}

/** A player on a new device, with the secret key of this device. */
export interface SignedIn {
  key: string;
  player: Me;
}

/** POST /api/player/ticket: signs in one other device, once, before it expires. */
export interface Ticket {
  ticket: string;
  seconds: number;
}

/** DELETE /api/player: everything about the player is gone; the games stay, with a neutral name. */
export interface Forgotten {
  games: number;
}

/** A game that a player has not finished. */
export interface MyGame {
  game: string;
  seat: number;
  edition: string;
  tactical: boolean;
  tempo: Tempo;
  players: Player[];
  is_my_turn: boolean;
  scores: number[];
  changed: number; // when somebody last played, to the hour
}

/** A seat of a finished game. */
export interface PastSeat {
  name: string; // empty for guests and for players who were deleted
  level: string; // of a bot
  score: number;
  place: number; // from 1; shared victories share it; 0 if the game was abandoned
}

/** A finished game of a player. */
export interface PastGame {
  game: string;
  seat: number;
  edition: string;
  ended: number;
  seats: PastSeat[];
  is_rated: boolean;
  rating: number | null; // after the game
  change: number | null; // of the rating
  is_kept: boolean; // it can be replayed
}

/** A player's games of one edition and number of players. */
export interface Numbers {
  edition: string;
  seats: number;
  games: number;
  won: number;
  mean_score: number;
  best_score: number;
  mean_place: number;
}

/** GET /api/player/games?page=N: a page of finished games; the first page also has all that goes on. */
export interface MyGames {
  playing: MyGame[]; // those that wait for the player first
  past: PastGame[];
  has_more: boolean;
  numbers: Numbers[];
  levels: Record<string, number>; // the ratings of the bots
}

/** POST /api/hall/gatherings: wait for others, who join one by one. The game begins when all seats are taken. */
export interface NewGathering {
  edition: string;
  seats: number;
  tactical?: boolean;
  tempo?: Tempo;
  is_rated?: boolean;
  is_listed?: boolean; // others may watch the game and replay it
  talk?: "all" | "none" | "phrases"; // what may be said at the table
  delay?: number; // seconds after which spectators see what happens
}

/** POST /api/hall/quick: join the fullest gathering that fits, or begin one. */
export interface QuickMatch {
  edition: string;
  seats?: 0 | 2 | 3 | 4; // 0: any number
  tempo?: Tempo;
  is_rated?: boolean;
}

/** POST /api/hall/join and /api/hall/leave. */
export interface AtGathering {
  gathering: string;
}

/** POST /api/hall/bots: agree to bots of a level at the empty seats. When all who wait agree, the game begins. */
export interface AgreeToBots {
  gathering: string;
  level: string; // another level than the proposed one asks everybody again; "" ends it
}

/** The answer to all of them: the gathering, and its game if it has begun. */
export interface Gathered {
  gathering: string;
  game: string;
}

/** The first and only message to /ws/hall. With a player's key, the player counts as present. */
export interface HallHello {
  type: "hall";
  key?: string;
  protocol?: number;
}

/** Somebody who waits at a gathering. */
export interface Sitter {
  id: string;
  name: string;
  emblem: number;
  rating: number;
  agrees: boolean; // to the bots that are proposed
}

/** A table in the hall whose game has not begun. */
export interface Gathering {
  id: string;
  edition: string;
  tactical: boolean;
  seats: number;
  tempo: Tempo;
  is_rated: boolean;
  level: string; // of the bots that are proposed; "" if none are
  bots_at: number; // from this second since 1970 on, bots can be proposed
  sitters: Sitter[];
  talk: "all" | "none" | "phrases"; // what may be said at the table
  delay: number; // seconds after which spectators see what happens
}

/** A seat of a game in the hall: a player, a bot of a level, or somebody who was deleted since. */
export interface HallPlayer {
  name: string;
  emblem: number | null;
  rating: number | null;
  level: string;
}

/** A game that everybody may watch, or replay when it is over. */
export interface HallGame {
  game: string;
  watch: string; // the key to watch, which is not secret
  edition: string;
  tactical: boolean;
  tempo: Tempo;
  is_rated: boolean;
  players: HallPlayer[];
  began: number; // seconds since 1970
  ended: number | null;
  scores: number[]; // when it is over
  delay: number; // seconds after which spectators see what happens, and the hall that it is over
}

/** The hall as it is, for a newcomer. */
export interface HallNow {
  type: "hall";
  n: number;
  now: number; // the server's clock, in seconds since 1970
  people: number; // connections
  gatherings: Gathering[];
  begun: Record<string, string>; // by gathering: the games that have begun in the last moments
  running: HallGame[];
  finished: HallGame[];
}

/** What has changed in the hall. `n` counts these messages; after a gap, connect again. */
export interface HallChanges {
  type: "changes";
  n: number;
  now: number;
  people: number;
  gatherings: Gathering[]; // new or changed
  gone: string[]; // gatherings that are over, or whose game has begun
  begun: Record<string, string>; // by gathering: the game
  games: HallGame[]; // new, or over by now
  dropped: string[]; // games that are no longer in the list
}

/** Where a browser gets its messages, and the keys with which only it can read them. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** POST /api/notices: tell me when it is my turn in this game. The key of the seat is in the header. */
export interface NewNotice {
  language?: string;
  mail?: string | null; // one of these two
  push?: PushAddress | null;
  secret?: string | null; // of an earlier answer for the same address: nothing has to be confirmed again
}

/** POST /api/notices/confirm and /api/notices/end: the secret of a link in a letter. */
export interface UseNotice {
  token: string;
}

/** GET /api/notices/kinds: what this server can send. */
export interface NoticeKinds {
  mail: boolean;
  push: string; // the public key for a browser's subscription; empty if there is no Web Push
}

/** GET and POST /api/notices: how somebody is told. */
export interface Noticed {
  secret: string; // keep it: it adds games, and ends all of it
  kind: "mail" | "push";
  is_confirmed: boolean;
  games: number;
}

/** DELETE /api/notices, with the secret in the header: everything about the address is deleted. */
export interface NoticeEnded {
  ended: number;
}

/** POST /api/wishes: the first of these that is possible when the seat decides next. Its key is in the header. */
export interface NewWishes {
  actions: number[];
  at: number; // the number of the last event that the client knows
}

/** GET, POST and DELETE /api/wishes: what the seat has wished for and may wish for. No other seat gets it. */
export interface Wishes {
  actions: number[]; // in their order; empty if there are none
  was_dropped: boolean; // the last wishes are gone: none of them was possible
  cards: number[]; // that may be kept next, as far as the seat knows them; empty if a card is kept
  uses: ShownPreview[]; // of the kept card, as the board is now
}

/** What the learner has to reach in one turn: all that is given. */
export interface Goal {
  points?: number; // so many points at least
  lead?: number | null; // so many points more than any other player gains
  cards?: number; // so many cards played, with extra cards
  extra_card?: boolean; // earn an extra card
  bonus?: string; // earn the bonus diamond of a set
  ship?: number; // land on a space of the sea
  place?: string[]; // place a diamond on one of these spaces
  keep?: string[]; // keep one of these cards
  last_turns?: boolean; // begin the last turns
}

/** A lesson in the list. */
export interface LessonEntry {
  name: string;
  minutes: number;
  steps: number; // how many there are
}

/** GET /api/lessons: all lessons, in the order in which they build on each other. */
export interface LessonList {
  lessons: LessonEntry[];
}

/** A step of a lesson: a position to read about or, if it has a goal, to play. */
export interface LessonStep {
  name: string;
  goal: Goal | null;
  welcome: Welcome; // as for a game that begins here; the learner has seat 0
  solution: number[]; // actions that reach the goal
}

/** GET /api/lessons/NAME: a lesson with all that its steps show. */
export interface ShownLesson {
  name: string;
  steps: LessonStep[];
}

/** GET /api/coach, with the key of a seat at a table with hints: what this seat meets now, to be explained once. */
export interface Coached {
  situations: string[]; // names, the most telling first; the page has a text for each
}

/** A worked example: what an action brought, in a picture at /api/rules/EDITION/NAME.svg. */
export interface ShownExample {
  name: string; // of an area, `sea`, `bonus` or `extra`
  event: Event;
}

/** GET /api/rules/EDITION: the worked examples of the rules; `setup.svg` is the board at the beginning. */
export interface Rules {
  edition: string;
  players: Player[];
  examples: ShownExample[];
}

/** POST /api/lessons/NAME/STEP: what the learner does, from the beginning of the step. Steps are counted from 0. */
export interface Try {
  actions: number[];
}

/** The answer to an attempt: nothing is stored, so the next one begins again. */
export interface Tried {
  verdict: "missed" | "open" | "reached"; // open: the turn goes on
  points: number; // what the learner has gained
  events: Event[]; // the learner's actions with their positions, then what the others did
}

/** Points of the seat, and why. */
export interface ShownPiece {
  points: number;
  reason: string; // one of the reasons of the facts, or `elsewhere`
}

/** What another seat gains, negative if it loses, and the main reason. */
export interface ShownShare {
  seat: number;
  points: number;
  reason: string; // `elsewhere` if no reason explains half of it
}

/** What a loss consists of, for the seat and for the others: lost - gained + others_mean = whole, exactly. */
export interface ShownWhy {
  whole: number; // the points of the loss as a whole number
  lost: ShownPiece[];
  gained: ShownPiece[];
  others: ShownShare[];
  others_mean: number;
}

/** POST /api/review: review a finished game, or continue. The answer is a ShownReview, and so is GET /api/review. */
export interface WantReview {
  key: string; // of a seat, to watch, of a shared replay, or the link of an uploaded record
}

/** POST /api/review/record, with a record as the body: the key to its review. The same record has the same key. */
export interface ReviewKey {
  key: string;
}

/** What an action costs against the better one, and why. */
export interface ShownLoss {
  points: number; // of the margin over the others' mean, at the end of the game
  error: number;
  win: number; // chance to win
  win_error: number;
  worlds: number; // in which both were played out
  why: ShownWhy;
}

/** A decision with a choice. */
export interface ShownDecision {
  step: number; // the number of the action in the game, from 0
  seat: number;
  round: number;
  turn: number;
  phase: string; // keep, play or take
  area: string; // of the card: the name of an area, `sea`, or `none`
  verdict: "best" | "mistake" | "slip" | "sound";
  played: Event;
  better?: Event | null; // what it was compared with, and what it would have brought at once
  played_ship?: number | null; // where the seat's ship lands, if it moves
  better_ship?: number | null;
  loss?: ShownLoss | null;
  hindsight?: ShownLoss | null; // the same with the hands that all really had
}

/** A moment that decided the game. */
export interface ShownMoment {
  step: number; // of the decision, or before the deal
  is_deal: boolean;
  seat: number; // whose chance changed most
  win: number; // by how much
  round: number;
}

/** How well a seat decided in some part of the game. */
export interface ShownAccuracy {
  part: string; // `all`, a phase, an area, or `sea`
  decisions: number;
  sound: number;
  lost: number; // points, by slips and mistakes
}

/** Luck and skill of a seat, in points ahead of the others' mean: start + luck + own + others = result. */
export interface ShownBalance {
  start: number;
  luck: number;
  luck_error: number;
  own: number;
  others: number;
  result: number;
  whole: number[]; // start, luck, own, others and result as whole numbers that still add up
}

/** What everybody could expect from a step on. */
export interface CurvePoint {
  step: number; // after this many actions
  round: number;
  win: number[]; // by seat
}

/** A review as far as it is. */
export interface ShownReview {
  edition: string;
  tactical: boolean;
  players: Player[];
  seat: number; // of the key; -1 for anybody else
  scores: number[];
  winners: number[];
  steps: number; // actions of the game
  stage: "done" | "full" | "quick" | "waiting";
  progress: number; // of this stage, from 0 to 1
  working: boolean; // if not, and it is not done, ask for it again
  decisions: ShownDecision[];
  moments: ShownMoment[];
  accuracy: ShownAccuracy[][]; // by seat: of all decisions, by phase, by area
  curve: CurvePoint[];
  balance: ShownBalance[]; // by seat; empty as long as it is not known
}

/** POST /api/review/try: another action at a decision, to find the better one oneself. The answer is a Found. */
export interface Instead {
  key: string;
  step: number;
  action: number;
}

/** What another action would have been worth. */
export interface Found {
  verdict: "better" | "close" | "worse"; // the better action, or as good as it; close: not clearly worse; worse
  event: Event; // what it brings at once, with the position after it
  loss: ShownLoss | null; // against the better action; null if it is the better action
}

/** GET /api/review/moment/STEP: a decision as the seat saw it, as for a game that begins there. */
export interface Moment {
  step: number;
  welcome: Welcome;
}

/** POST /api/review/play: a new game against bots from a decision on. The rest of the deck is shuffled anew. */
export interface PlayOn {
  key: string;
  step: number;
  seat: number; // for the person; bots play the others
  level?: string;
  name?: string;
}

/** A puzzle in the list. */
export interface PuzzleEntry {
  name: string;
  grade: number; // 1 to 5: how much thought it needs
  rating: number; // the same on the scale of players' ratings
  themes: string[]; // what it is about, the main theme first
}

/** GET /api/puzzles: all puzzles, the easy ones first. */
export interface PuzzleList {
  puzzles: PuzzleEntry[];
  today: string; // the puzzle of the day, the same for everybody
  date: string; // the day, in UTC
}

/** GET /api/puzzles/NAME: a position to solve. */
export interface ShownPuzzle {
  name: string;
  grade: number;
  rating: number;
  welcome: Welcome; // as for a game that begins here; its seat is the solver's
  position: string; // one line, without any secret: hidden cards were dealt anew
}

/** What is believed of a solver: a mean and its uncertainty. The device keeps it; the server forgets it. */
export interface SolverSkill {
  mu: number;
  sigma: number;
}

/** POST /api/puzzles/NAME: what the solver does, from the beginning of the puzzle. */
export interface PuzzleTry {
  actions: number[];
  skill?: SolverSkill | null; // if the attempt counts
}

/** An action that is not the best, and why. */
export interface PuzzleOther {
  action: number;
  loss: number; // points of the margin over the others' mean, at the end of the game
  why: ShownWhy;
}

/** A solver's skill after an attempt, and as people see it. */
export interface SolverRating {
  mu: number;
  sigma: number;
  rating: number;
  doubt: number; // the rating is this far off at most, with 95 % certainty
}

/** The answer to an attempt. */
export interface PuzzleTried {
  verdict: "missed" | "open" | "reached"; // open: the turn goes on
  points: number; // what the solver has gained at once
  events: Event[]; // the solver's actions with their positions
  answer: number[]; // the best actions; empty while the puzzle is open
  themes: string[]; // likewise
  others: PuzzleOther[];
  skill: SolverRating | null; // if the attempt counted and is over
}

/** POST /api/analysis: where some actions lead from a position. /opinions asks about the same. */
export interface Analyse {
  position: string; // one line: docs/record.md
  actions?: number[];
}

/** POST /api/analysis/new: a fresh deal to begin with. The answer is an AnalysedGame. */
export interface NewAnalysis {
  edition?: string;
  seats?: number;
  tactical?: boolean;
}

/** A position of the analysis board, as the seat to act sees it. */
export interface AnalysedPosition {
  welcome: Welcome; // its seat is the one to act
  event: Event | null; // the last action
  position: string; // as one line, with all cards
}

/** A line that branches off after so many actions of the line around it. */
export interface WrittenBranch {
  after: number;
  actions: number[];
  branches?: WrittenBranch[];
}

/** POST /api/analysis/record, with a record as the body: a game to analyse, with the variations in it. */
export interface AnalysedGame {
  position: string; // before the first action
  actions: number[];
  seats: number[]; // whose actions they are
  branches: WrittenBranch[];
  players: Player[];
}

/** POST /api/analysis/export: write variations into a record. The answer is the record. */
export interface ExportRecord {
  record: string;
  branches: WrittenBranch[];
}

/** What a bot thinks of an action, and why it is worse than the best. */
export interface AnalysedAction {
  action: number;
  margin: number | null; // expected at the end of the game; null if the bot has no choice
  win: number | null;
  loss: number | null; // points of the margin behind the best, by play-outs; null if it was not played out
  error: number; // its standard error
  why: ShownWhy | null; // null for the best
}

/** POST /api/analysis/opinions: actions, the best first. */
export interface AnalysedActions {
  actions: AnalysedAction[];
}

/** POST /api/daily: play a deal. Today's counts, once for each device or player; one of the past is practice. */
export interface PlayDaily {
  name?: string;
  day?: string | null; // today's without one
}

/** What somebody, or a bot, has reached on the deal's seat. */
export interface DailyResult {
  name: string;
  level: string; // of a bot; empty for a person
  scores: number[]; // of all seats; the person's is the first
  margin: number; // own points less the mean of the others'
  is_you: boolean;
  share: string; // opens replay and review; empty for a bot
}

/** GET /api/daily, with the same bearer as PlayDaily; /api/daily/DAY for another day. */
export interface Daily {
  day: string;
  today: string;
  seats: number;
  edition: string;
  opponents: string; // the level of the other seats
  tries: number; // of this day
  game: string; // the own one; empty if there is none yet
  is_over: boolean; // has the own game ended? If not, and the day is not over, there are no results to see
  results: DailyResult[]; // the best margin first
}

/** What is played, by how many people, at which tables. */
export interface DuplicateTerms {
  edition: string;
  seats: number;
  people: number;
  together?: number; // people at each table; bots have the other seats
  deals?: number;
  level?: string; // of the bots, and of those that play on for somebody
  tactical?: boolean;
  days?: number; // until bots play on where people have not finished
}

/** POST /api/duplicate: open one, as its first person. */
export interface NewDuplicate {
  terms: DuplicateTerms;
  name: string;
}

/** The answer: one link for everybody. */
export interface DuplicateOpened {
  link: string;
}

/** POST /api/duplicate/look, or /leave as long as people are missing; the answer is Duplicate. */
export interface AtDuplicate {
  link: string;
}

/** POST /api/duplicate/join; the answer is Duplicate. When the last one joins, the tables are there. */
export interface JoinDuplicate {
  link: string;
  name: string;
}

/** POST /api/duplicate/seat: the key of one's own seat on a deal, the same every time. The answer is Joined. */
export interface SitAtDuplicate {
  link: string;
  deal: number;
}

/** A table. Before all tables of the deal are over, nothing is said but how far it is. */
export interface DuplicateTable {
  people: number[]; // by seat: a person's number, -1 for a bot
  progress: "free" | "over" | "running";
  scores: number[]; // empty as long as the deal is closed, and for a table that was abandoned
  margins: number[]; // by seat: own points less the mean of the others at the table
  compared: (number | null)[]; // by seat: this margin less the mean of those who held the same cards elsewhere
  stood_in: number[]; // seats at which a bot has played for a person
  share: string; // opens replay and review
}

/** A deal at all its tables. */
export interface DuplicateDeal {
  commitment: string; // to deck and start player, the same at every table
  is_over: boolean; // at all tables: from then on there are results, records, replays and reviews
  game: string; // at one's own table
  tables: DuplicateTable[];
}

/** What a person has reached on all deals that are over. */
export interface DuplicateTotal {
  person: number;
  points: number; // the sum of what was compared
  deals: number;
}

/** How a duplicate stands. Whoever has the link and has not joined sees terms and names alone. */
export interface Duplicate {
  terms: DuplicateTerms;
  names: string[]; // by the number of the person; empty for a free place
  you: number; // -1: not joined
  until: number; // when bots take over, in seconds since 1970; 0 as long as people are missing
  deals: DuplicateDeal[];
  totals: DuplicateTotal[]; // the best first
}

/** GET and POST /api/network: can friends in the same network connect? For the person at the server alone. */
export interface Network {
  can_open: boolean; // POST lets them in
  is_private: boolean; // links lead nowhere for others
  address: string; // that works for others; empty if there is none
}

/** POST /api/qr: a link with a key in it, so it travels in the body. */
export interface DrawQr {
  text: string;
}

/** The answer to POST /api/qr: a link as a QR code. */
export interface Qr {
  size: number; // modules across, the quiet zone included
  path: string; // of the dark ones, for SVG
}

/** GET /api/progress: how much is compiled, from 0 to 1, of what a table and of what the bots need. */
export interface Progress {
  table: number;
  bots: number; // until it is 1, bots play uncompiled, and the strongest without its search
}

/** A space of the board. */
export interface SpaceFacts {
  name: string;
  area: number;
  symbol: number;
  value: number; // of a residence, else 0
  xy: [number, number];
}

/** A kind of card. */
export interface CardFacts {
  name: string;
  symbol: number;
  number: number; // in the ship's wheel
  area: number;
  copies: number;
}

/** One of the symbols, goods or values that make up a set. */
export interface KindFacts {
  symbol: number;
  value: number;
}

/** The sea: its start space, then the others. */
export interface SeaFacts {
  xy: [number, number][];
  points: number[];
  extra_card: boolean[];
}

/** The numbers of the actions. */
export interface ActionFacts {
  place: number; // the first action that is no card
  sail: number;
  decline: number;
  names: string[];
}

/** An edition with its options; lists are for 2, 3 and 4 players. */
export interface EditionFacts {
  name: string;
  title: string;
  summary: string;
  players: number[];
  cards_played: number[];
  supply: number;
  reserve: number;
  opening_display: number[];
  removed: number;
  fresh_display: number;
  refill_display: number;
  bonus_at_once: boolean;
  empty_display_points: number;
  ship_may_stay: boolean;
  diamonds_break_ties: boolean;
  neutral: number; // how many neutral diamonds
}

/** GET /api/facts: the printed board, the cards, the editions, the bots' levels and the page's limits. */
export interface Facts {
  protocol: number;
  version: string; // of the page: a hash of its files, facts and drawings
  longest_name: number;
  longest_line: number; // of talk
  languages: Record<string, string>;
  areas: string[];
  symbols: string[];
  tints: string[][]; // by area: the colours of its drawing
  palettes: Record<string, string[][]>; // by name and owner: light, plain, shade and mark of a diamond
  symbol_area: number[];
  reasons: string[];
  spaces: SpaceFacts[];
  cards: CardFacts[];
  sets: KindFacts[][];
  bonus_values: number[];
  bonus_xy: [number, number][][]; // by set
  sea: SeaFacts;
  actions: ActionFacts;
  editions: EditionFacts[];
  levels: string[];
  phrases: string[]; // their names; the page has the words in each language
  emotes: string[];
}

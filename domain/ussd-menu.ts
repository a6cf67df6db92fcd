/**
 * The USSD menu: a pure function from a caller's inputs to a screen or an action.
 * The key that opens a screen is not a valid choice on that screen.
 * An input that arrives twice is therefore recognised.
 */
import { foldForSearch } from './fold-text.ts'

/** Facts about a caller that decide which phone menu screens the caller sees. */
export interface UssdCaller {
  /** True if the caller's phone number belongs to an account with a zone. */
  isKnown: boolean
  /** Open zones from which a caller without an account can choose, in order of name. */
  zones: readonly UssdZone[]
  /** Languages that the caller can choose, in the order of the keys to press. */
  languages: readonly string[]
}

export interface UssdZone {
  code: string
  name: string
}

/** Action that a choice in the USSD menu starts; it ends the session. */
export type UssdAction =
  | { does: 'report'; zone?: string; name?: string }
  | { does: 'status' }
  | { does: 'next' }
  | { does: 'reopen' }
  /** Switches notifications by SMS on or off. */
  | { does: 'texts'; on: boolean }

/** Choice in a phone menu, with the key that selects it. */
export interface UssdChoice {
  key: string
  label: string
}

export type UssdScreen =
  /** Set if key 0 also leads to the choice whether to receive SMS. */
  | { shows: 'main' | 'name'; withTexts?: true }
  | { shows: 'zones'; choices: readonly UssdChoice[] }
  | { shows: 'languages'; choices: readonly UssdChoice[]; texts?: Readonly<Record<'on' | 'off', string>> }
  /** Ends the session after too many invalid inputs. */
  | { shows: 'given-up' }

/** State of the phone menu after all inputs of the session so far. */
export interface UssdMenuPosition {
  next: UssdScreen | UssdAction
  /** True if the caller's last input matched no menu choice. */
  isWrong: boolean
  /**
   * Valid choices of the caller so far.
   * They identify an action within the session.
   */
  moves: readonly string[]
  /** The language that the caller chose in this session. */
  language?: string
}

const MAX_WRONG = 3
const MAX_ZONES = 7
export const MAX_CALLER_NAME_LENGTH = 40
/**
 * Key that the caller presses for the first entry of a list.
 * List keys have two digits, because the main menu's keys have one digit.
 */
const LIST_KEYS = 11

const listed = (labels: readonly string[]): UssdChoice[] =>
  labels.map((label, index) => ({ key: String(LIST_KEYS + index), label }))

/**
 * Returns the menu's choices for the first zones.
 * Callers choose any other zone by its code.
 */
const zoneChoices = ({ zones }: UssdCaller) => listed(zones.slice(0, MAX_ZONES).map(({ name }) => name))

function zoneOf(input: string, caller: UssdCaller): string | undefined {
  const listed = zoneChoices(caller).find(({ key }) => key === input)?.label
  return listed ?? caller.zones.find(({ code }) => foldForSearch(code) === foldForSearch(input))?.name
}

/**
 * Returns the menu keys that switch SMS on and off.
 * Returns undefined for a phone number without an account.
 */
function textKeys({ isKnown, languages }: UssdCaller): Record<'on' | 'off', string> | undefined {
  const next = LIST_KEYS + languages.length
  return isKnown ? { on: String(next), off: String(next + 1) } : undefined
}

type Place = 'main' | 'zones' | 'languages' | 'name'

interface State {
  place: Place
  zone?: string
  language?: string
}

/**
 * Returns the state or action that an input leads to.
 * Undefined if the input matches no choice.
 */
function choose(state: State, input: string, caller: UssdCaller): State | UssdAction | undefined {
  switch (state.place) {
    case 'main':
      return chooseMain(state, input, caller)
    case 'languages': {
      const language = caller.languages[Number(input) - LIST_KEYS]
      if (language !== undefined) return { place: 'main', language }
      const keys = textKeys(caller)
      if (!keys || ![keys.on, keys.off].includes(input)) return undefined
      return { does: 'texts', on: input === keys.on }
    }
    case 'zones': {
      const zone = zoneOf(input, caller)
      return zone === undefined ? undefined : { ...state, place: 'name', zone }
    }
    case 'name': {
      const { zone } = state
      const report = { does: 'report' as const, ...(zone !== undefined && { zone }) }
      if (input === '0') return report
      return /\p{L}/u.test(input)
        ? { ...report, name: [...input].slice(0, MAX_CALLER_NAME_LENGTH).join('') }
        : undefined
    }
  }
}

function chooseMain(state: State, input: string, { isKnown }: UssdCaller): State | UssdAction | undefined {
  switch (input) {
    case '1':
      return isKnown ? { does: 'report' } : { ...state, place: 'zones' }
    case '2':
      return { does: 'status' }
    case '3':
      return { does: 'next' }
    case '4':
      return { does: 'reopen' }
    case '0':
      return { ...state, place: 'languages' }
    default:
      return undefined
  }
}

function screenOf(place: Place, caller: UssdCaller): UssdScreen {
  if (place === 'zones') return { shows: place, choices: zoneChoices(caller) }
  if (place === 'main' && caller.isKnown) return { shows: place, withTexts: true }
  if (place !== 'languages') return { shows: place }
  const texts = textKeys(caller)
  return { shows: place, choices: listed(caller.languages), ...(texts && { texts }) }
}

const cleaned = (input: string) =>
  input
    .normalize('NFKC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns where the caller is in the USSD menu after these inputs. */
export function walkUssdMenu(inputs: readonly string[], caller: UssdCaller): UssdMenuPosition {
  let state: State = { place: 'main' }
  const moves: string[] = []
  let wrong = 0
  const at = (next: UssdMenuPosition['next']): UssdMenuPosition => ({
    next,
    isWrong: wrong > 0,
    moves,
    ...(state.language !== undefined && { language: state.language }),
  })
  for (const input of inputs.map(cleaned)) {
    if (input === moves.at(-1)) continue
    const chosen = choose(state, input, caller)
    if (!chosen) {
      wrong++
      if (wrong === MAX_WRONG) return at({ shows: 'given-up' })
      continue
    }
    wrong = 0
    moves.push(input)
    if ('does' in chosen) return at(chosen)
    state = chosen
  }
  return at(screenOf(state.place, caller))
}

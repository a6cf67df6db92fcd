/**
 * Folds text into the alphabet of SMS and USSD (GSM 03.38) and measures it there.
 * One letter outside the alphabet would halve the length of a whole message.
 */
import { plainLetters } from './fold-text.ts'

/** Septets of a screen and of a single SMS. */
export const SCREEN_SEPTETS = 160

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters behind an escape, which take two septets. */
const EXTENDED = new Set('^{}\\[~]|€')

/** Signs that do not decompose. */
const SIGNS = new Map<string, string>([
  ...[...'‘’‚′ʼ´`'].map((sign) => [sign, "'"] as const),
  ...[...'“”„″«»'].map((sign) => [sign, '"'] as const),
  ...[...'‐‑‒–—−'].map((sign) => [sign, '-'] as const),
  ['·', '.'],
  ['•', '-'],
  ['₵', 'c'],
  ['×', 'x'],
  ['ç', 'c'],
  ['\t', ' '],
])

const isKnown = (letter: string) => BASIC.has(letter) || EXTENDED.has(letter)

/** Returns the nearest text of the alphabet; a letter without one becomes a question mark. */
function foldLetter(letter: string): string {
  if (isKnown(letter)) return letter
  const sign = SIGNS.get(letter)
  if (sign !== undefined) return sign
  const plain = plainLetters(letter)
  if (plain !== letter && [...plain].every(isKnown)) return plain
  if (/^\p{Z}$/u.test(letter)) return ' '
  return /^[\p{M}\p{Cf}\p{Cc}]$/u.test(letter) ? '' : '?'
}

/** Returns the text in the alphabet. */
export const toGsm7 = (text: string): string => [...text.normalize('NFC')].map(foldLetter).join('')

/** Returns the septets of a text of the alphabet. */
export const septetsOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (EXTENDED.has(letter) ? 2 : 1), 0)

/** Returns the folded text, shortened at a word if it does not fit. */
export function fitGsm7(text: string, most = SCREEN_SEPTETS): string {
  const folded = toGsm7(text)
  if (septetsOf(folded) <= most) return folded
  let kept = ''
  for (const letter of folded) {
    if (septetsOf(kept + letter) > most - 3) break
    kept += letter
  }
  const words = kept.replace(/\s+\S*$/, '')
  return `${words || kept}...`
}

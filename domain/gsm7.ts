/**
 * Converts text to the SMS and USSD alphabet (GSM 03.38) and measures it.
 * A single other letter would halve a message's maximum length.
 */
import { stripDiacritics } from './fold-text.ts'

/** Maximum septets of a USSD screen or single SMS. */
export const MAX_USSD_SEPTETS = 160

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/**
 * Characters of the extension of the SMS alphabet (GSM 7-bit).
 * With its escape, each character takes two septets.
 */
const EXTENDED = new Set('^{}\\[~]|€')

/** Replacements of characters that Unicode does not decompose. */
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

/**
 * Returns the character itself if the SMS alphabet contains it, otherwise the nearest text.
 * Returns a question mark if no text is similar.
 */
function foldLetter(letter: string): string {
  if (isKnown(letter)) return letter
  const sign = SIGNS.get(letter)
  if (sign !== undefined) return sign
  const plain = stripDiacritics(letter)
  if (plain !== letter && [...plain].every(isKnown)) return plain
  if (/^\p{Z}$/u.test(letter)) return ' '
  return /^[\p{M}\p{Cf}\p{Cc}]$/u.test(letter) ? '' : '?'
}

/** Returns the text, converted to the alphabet of SMS (GSM 03.38). */
export const toGsm7 = (text: string): string => [...text.normalize('NFC')].map(foldLetter).join('')

/** Returns a text's septets in the SMS alphabet. */
export const septetsOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (EXTENDED.has(letter) ? 2 : 1), 0)

/** Returns the text in SMS alphabet, shortened between words. */
export function truncateToGsm7(text: string, most = MAX_USSD_SEPTETS): string {
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

/** Derives ids from texts, so that a repeated command gets the same id. */
import { hash } from 'node:crypto'

/** Returns a UUID (version 8) that depends only on the text. */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

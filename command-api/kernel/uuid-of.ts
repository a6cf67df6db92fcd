/** Derives ids from texts, so that repetitions get the same id. */
import { hash } from 'node:crypto'

/** Returns a UUID (version 8) that is deterministic for the text. */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

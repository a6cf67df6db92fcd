/** An id that follows from a text: whoever repeats what it was made for makes the same one. */
import { hash } from 'node:crypto'

/** A UUID (version 8) made from a text: the same text gives the same id. */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

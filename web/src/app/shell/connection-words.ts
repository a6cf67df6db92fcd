/** Sentences about what still works on a screen that is not live, per role. */
import type { Role } from '#domain/city.ts'
import type { Phase } from '#web/lib/feed/slice.ts'

const offline: Partial<Record<Role, string>> = {
  resident: 'You can still report your bin: the report is kept on this device and sent when there is a network.',
  auditor: 'You can go on reading what is shown; anything else waits for the connection.',
}
const STAFF = 'You can go on reading what is shown; commands are off until the connection is back.'
const UNFETCHED = 'Screens that you have opened before can still be read.'

/**
 * Returns undefined for a live or connecting screen.
 * `isUnfetched` means that the screen's code is missing.
 */
export function sentenceOf(
  phase: Phase,
  role: Role | undefined,
  isUnfetched = false,
): { title: string; text: string } | undefined {
  if (phase === 'offline' && isUnfetched) return { title: 'Offline.', text: UNFETCHED }
  if (phase === 'offline') return { title: 'Offline.', text: (role && offline[role]) ?? STAFF }
  if (phase !== 'polling') return undefined
  return { title: 'Not live.', text: 'It is fetched anew every 30 s, and everything works.' }
}

/** The demo's own residents among the simulated ones: through the year their households live as all do, from then on they are people. */

import { DEMO_ACCOUNTS, type DemoAccount } from '#contract/city/demo.ts'
import type { Happening, Resident } from '#contract/city/happening.ts'
import { lookUp } from '#rules/dictionary.ts'

const ACCOUNT_OF: Readonly<Record<string, string>> = {
  'ablekuma-north-2': 'resident.ablekuma@test.com',
  'ayawaso-west-11': 'resident.ayawaso@test.com',
}

/** The simulated households whose people these are. */
export const OWN_HOUSEHOLDS: ReadonlySet<string> = new Set(Object.keys(ACCOUNT_OF))

/** Whoever signs in as this household; undefined of all others. */
export const ownResident = ({ id }: Pick<Resident, 'id'>): DemoAccount | undefined =>
  DEMO_ACCOUNTS.find(({ identifier }) => identifier === lookUp(ACCOUNT_OF, id))

/** The year without the reports of theirs that nobody has collected: what they do next is to report a full bin. */
export function withNothingOpen(happened: readonly Happening[]): Happening[] {
  const open = new Map<string, Happening>()
  for (const happening of happened) {
    if (happening.type === 'MarkAllCollected') for (const { id } of happening.reporters) open.delete(id)
    if (happening.type === 'ReportBinFull' && OWN_HOUSEHOLDS.has(happening.resident.id))
      open.set(happening.resident.id, happening)
  }
  const left = new Set(open.values())
  return happened.filter((happening) => !left.has(happening))
}

/**
 * Tests the age of the newest checkpoint, which is never negative.
 * The newest checkpoint is the one that signs the most events.
 */
import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { openProjectionsFixture } from '../queries/fixtures.ts'
import { metricsOf } from './measures.ts'

const NOW = new Date('2026-03-04T12:00:00.000Z')
const made = (checkpointId: string, size: number): Event => ({
  type: 'CheckpointMade',
  data: { checkpointId, size, root: 'r', note: 'n', madeAt: `${checkpointId}:00:00.000Z` },
})

async function ageAfter(...events: Event[]): Promise<unknown> {
  const { reading, happened, close } = await openProjectionsFixture(() => NOW)
  await happened({ type: 'MailServerSet', data: { isSet: false, setAt: NOW.toISOString() } }, ...events)
  const age = await metricsOf(reading)
    .find(({ name }) => name === 'checkpoint_age_seconds')
    ?.read()
  await close()
  return age
}

it.each<[string, Event[], unknown]>([
  ['none while there is no checkpoint', [], undefined],
  ['that of the newest', [made('2026-03-04T10', 1), made('2026-03-04T11', 2)], 3_600],
  [
    'that of the newest by what it signs, where a clock ahead has dated an older one',
    [made('2027-03-04T12', 1), made('2026-03-04T11', 2)],
    3_600,
  ],
  ['0 where the newest is dated in the future', [made('2027-03-04T12', 1)], 0],
])('is %s', async (_, events, age) => expect(await ageAfter(...events)).toEqual(age))

/** Tests that jobs queued before an update still parse. */
import { expect, it } from 'vitest'
import { InternalRequest } from './internal-commands.ts'

it.each(['FinishDispatch', 'FreeTruck'])('takes a job of before whose dispatch was called otherwise: %s', (type) => {
  const [older, today] = [{ collectionId: 'COL-T1-3' }, { dispatchId: 'COL-T1-3' }].map((id) =>
    InternalRequest.parse({ commandId: 'c', command: { type, vehicleId: 'T1', ...id } }),
  )
  expect(today?.command).toEqual({ type, vehicleId: 'T1', dispatchId: 'COL-T1-3' })
  expect(older).toEqual(today)
})

it.each([
  ['NotifyRole', { notificationId: 'n1', audience: 'recycler', metadata: {}, at: '2026-03-01T08:00:00.000Z' }],
  ['NotifyPerson', { notificationId: 'n1', audience: 'admin', userId: 'a1' }],
])('takes a job of before with finished words: %s', (type, about) => {
  const words = { title: 'Title', message: 'A message of {words}.' }
  const command = { type, kind: 'notice', ...about }
  expect(InternalRequest.parse({ commandId: 'c', command: { ...command, ...words } }).command).toEqual({
    ...command,
    text: { kind: 'text', values: words },
  })
})

it.each([null, 'FreeTruck', { type: 'FreeTruck', vehicleId: 'T1' }])('takes no command that is none: %j', (command) =>
  expect(InternalRequest.safeParse({ commandId: 'c', command }).success).toBe(false),
)

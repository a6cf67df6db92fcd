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

it.each([null, 'FreeTruck', { type: 'FreeTruck', vehicleId: 'T1' }])('takes no command that is none: %j', (command) =>
  expect(InternalRequest.safeParse({ commandId: 'c', command }).success).toBe(false),
)

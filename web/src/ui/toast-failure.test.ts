/** Toast of a failed command: the server's text, or a remedy without one. */
import { notifications, notificationsStore } from '@mantine/notifications'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { toastFailure } from './toast-failure.ts'

// The toast listens for the next press here.
vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())

beforeEach(() => notifications.clean())

it.each([
  [{ status: 409, message: 'The report was collected already.' }, 'The report was collected already.', undefined],
  [{ status: 422, message: 'No.' }, 'No.', undefined],
  [{ status: 0 }, 'Failed to collect', expect.stringContaining('trying again does nothing twice')],
  [{ status: 502 }, 'Failed to collect', expect.stringContaining('trying again does nothing twice')],
])('of %j', (error, title, message) => {
  toastFailure(error, 'Failed to collect')
  expect(notificationsStore.getState().notifications).toEqual([expect.objectContaining({ title, message })])
})

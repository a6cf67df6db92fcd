import { notifications, notificationsStore } from '@mantine/notifications'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { toastDownload } from './downloads.tsx'
import { showToast, toastFailure, toastNews } from './toasts.tsx'
import { showUndoToast } from './undo.tsx'

const shown = () => notificationsStore.getState().notifications.map(({ title }) => title)
const waiting = () => notificationsStore.getState().queue.map(({ title }) => title)
const collect = (title: string) => showUndoToast({ title, undo() {} })

// Stubs `window`, on which the toasts listen for key presses.
vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())

beforeEach(() => notifications.clean())

it('one is shown, also before the list is there', () => {
  expect(notificationsStore.getState().limit).toBe(1)
})

it('what was done can be taken back at once, whatever is still shown of what was done before', () => {
  showToast('success', 'Undone')
  collect('Collected')
  expect([shown(), waiting()]).toEqual([['Collected'], []])
})

it('news are over with what somebody does, and with newer news', () => {
  toastNews('A truck left', '')
  toastNews('A truck arrived', '')
  expect([shown(), waiting()]).toEqual([['A truck arrived'], []])
  collect('Collected')
  expect([shown(), waiting()]).toEqual([['Collected'], []])
})

it('news wait while something can be taken back', () => {
  collect('Collected')
  toastNews('A truck left', '')
  expect([shown(), waiting()]).toEqual([['Collected'], ['A truck left']])
})

it('a failure is shown at once, and then what can still be taken back', () => {
  collect('Collected')
  showToast('error', 'Not collected')
  expect([shown(), waiting()]).toEqual([['Not collected'], ['Collected']])
})

it('a failure stays, whatever comes of what was done before it', () => {
  showToast('error', 'Not collected')
  showToast('success', 'Saved')
  collect('Collected')
  expect([shown(), waiting()]).toEqual([['Not collected'], ['Collected']])
})

it.each(['click', 'keydown'])('failures are over with what comes of the next %s', (press) => {
  showToast('error', 'Not saved')
  showToast('error', 'Not collected')
  window.dispatchEvent(Object.assign(new Event(press), { key: 'Enter' }))
  expect([shown(), waiting()]).toEqual([['Not saved'], ['Not collected']])
  showToast('success', 'Saved')
  expect([shown(), waiting()]).toEqual([['Saved'], []])
})

it('a second failure takes the place of the first one when it is tried again', () => {
  showToast('error', 'Not saved')
  window.dispatchEvent(new Event('click'))
  showToast('error', 'Not saved again')
  expect([shown(), waiting()]).toEqual([['Not saved again'], []])
})

it('a download takes the place of what was done, and what is done takes its place', () => {
  showToast('success', 'Saved')
  toastDownload('preparing', 'Preparing', 3_000)
  toastDownload('completed', 'Downloaded', 3_000)
  expect([shown(), waiting()]).toEqual([['Downloaded'], []])
  showToast('success', 'Saved')
  expect([shown(), waiting()]).toEqual([['Saved'], []])
})

/**
 * Tests the toast after a failed command.
 * It shows the server's text.
 * Without one, it shows what the user can do next.
 */
it.each([
  [{ status: 409, message: 'The report was collected already.' }, 'The report was collected already.', undefined],
  [{ status: 422, message: 'No.' }, 'No.', undefined],
  [{ status: 0 }, 'Failed to collect', expect.stringContaining('You can safely try again')],
  [{ status: 502 }, 'Failed to collect', expect.stringContaining('You can safely try again')],
])('of %j', (error, title, message) => {
  toastFailure(error, 'Failed to collect')
  expect(notificationsStore.getState().notifications).toEqual([expect.objectContaining({ title, message })])
})

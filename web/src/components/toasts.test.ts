import { notifications, notificationsStore } from '@mantine/notifications'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { toast, toastNews } from './toasts.tsx'
import { showUndo } from './undo-toast.tsx'

const shown = () => notificationsStore.getState().notifications.map(({ title }) => title)
const waiting = () => notificationsStore.getState().queue.map(({ title }) => title)
const collect = (title: string) => showUndo({ title, undo() {} })

// What hears the keys.
vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())

beforeEach(() => {
  // As the list of the shell has it.
  notificationsStore.updateState((state) => ({ ...state, limit: 1 }))
  notifications.clean()
})

it('what was done can be taken back at once, whatever is still shown of what was done before', () => {
  toast('success', 'Undone')
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
  toast('error', 'Not collected')
  expect([shown(), waiting()]).toEqual([['Not collected'], ['Collected']])
})

it('a failure stays, whatever is done meanwhile', () => {
  toast('error', 'Not collected')
  toast('success', 'Saved')
  collect('Collected')
  expect([shown(), waiting()]).toEqual([['Not collected'], ['Collected']])
})

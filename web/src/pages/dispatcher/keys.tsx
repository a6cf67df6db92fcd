/** Handles the dispatcher's keyboard shortcuts on every screen. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { LazyDialog } from '#web/ui/page.tsx'
import { SECOND_KEY_TIMEOUT_MS, type Shortcut, shortcutOf } from './keyboard.ts'

const loadHelp = async () => (await import('./palette.tsx')).KeyboardShortcutsDialog
const loadPalette = async () => (await import('./palette.tsx')).CommandPalette

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null

/**
 * Returns whether a dialog is open.
 * While it is open, the page's keyboard shortcuts do nothing.
 */
const isCovered = () => document.querySelector('[role=dialog]') !== null

export function KeyboardShortcuts() {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'help' | 'palette' | null>(null)
  const awaitedUntil = useRef(0)

  useEffect(() => {
    function follow(shortcut: Shortcut): void {
      awaitedUntil.current = shortcut.does === 'await' ? Date.now() + SECOND_KEY_TIMEOUT_MS : 0
      if (shortcut.does === 'go') navigate(`/dispatcher/${shortcut.path}`)
      else if (shortcut.does === 'rows') document.querySelector<HTMLElement>('tr[data-report][tabindex="0"]')?.focus()
      else if (shortcut.does === 'search') document.querySelector<HTMLElement>('[data-search]')?.focus()
      else if (shortcut.does !== 'await') setOpened(shortcut.does)
    }
    function hear(event: KeyboardEvent): void {
      if (event.defaultPrevented || isCovered()) return
      const shortcut = shortcutOf(event, Date.now() < awaitedUntil.current, isTyping(event.target))
      if (!shortcut) return
      event.preventDefault()
      follow(shortcut)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [navigate])

  const close = () => setOpened(null)
  return (
    <>
      <LazyDialog load={loadHelp} props={{ opened: opened === 'help', close }} />
      <LazyDialog load={loadPalette} props={{ opened: opened === 'palette', close }} />
    </>
  )
}

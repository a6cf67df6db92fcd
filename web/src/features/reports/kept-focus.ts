/** Keeps the focus in a table across rerenders, and moves it when its row disappears. */
import { useCallback, useEffect, useRef, useState } from 'react'

const rowsOf = (body: HTMLElement | null) => [...(body?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])]
const indexOf = (row: HTMLElement) => Number(row.dataset.index)
const rowAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null

/**
 * Returns the ref of the rows' container, the tab stop, and functions to move it and to restore the focus.
 * The caller runs the last one after each render of rows.
 * Rows carry their index as `data-index` and their report's id as `data-report`.
 */
export function useKeptFocus() {
  const body = useRef<HTMLTableSectionElement>(null)
  /** Position of the focus; null outside. */
  const at = useRef<{ index: number; report: string | undefined; onRow: boolean; holder: Element | null } | null>(null)
  const wanted = useRef<string | null>(null)
  const [stop, setStop] = useState<string | null>(null)
  const stay = useCallback((row: HTMLElement, onRow: boolean) => {
    at.current = { index: indexOf(row), report: row.dataset.report, onRow, holder: document.activeElement }
    setStop(row.dataset.report ?? null)
  }, [])
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const row = rowAt(target)
      if (row && body.current?.contains(row)) stay(row, target === row)
      else at.current = null
    }
    // Runs before a rerender removes the focus; a user who leaves the table is not brought back.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !body.current?.contains(relatedTarget as Node)) at.current = null
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', leave, true)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', leave, true)
    }
  }, [stay])
  const drawn = useCallback(() => {
    const rows = rowsOf(body.current)
    const next = wanted.current && rows.find(({ dataset }) => dataset.report === wanted.current)
    if (next) {
      wanted.current = null
      next.focus()
      return
    }
    const within = rowAt(document.activeElement)
    if (within && body.current?.contains(within)) {
      stay(within, document.activeElement === within)
      return
    }
    const was = at.current
    // Only a removed element needs a replacement; otherwise the user moved the focus.
    if (was === null || was.holder?.isConnected || document.activeElement !== document.body) return
    const same = rows.find(({ dataset }) => dataset.report === was.report)
    const row = same ?? rows.find((element) => indexOf(element) >= was.index) ?? rows.at(-1)
    const target = was.onRow ? row : row?.querySelector<HTMLElement>('button')
    target?.focus({ preventScroll: true })
  }, [stay])
  /** Renders an offscreen row first. */
  const goTo = useCallback(
    (report: string) => {
      wanted.current = report
      setStop(report)
      drawn()
    },
    [drawn],
  )
  return { body, stop, goTo, drawn }
}

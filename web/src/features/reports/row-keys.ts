/** What a key does in the table of open reports: one stop of the Tab key, and everything else from there. */
import { lookUp } from '#rules/dictionary.ts'

export type RowMove =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'
  | 'select'
  | 'collect'
  | 'open'
  | 'clear'

const moves: Readonly<Record<string, RowMove>> = {
  ArrowDown: 'next',
  j: 'next',
  ArrowUp: 'previous',
  k: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
  x: 'select',
  c: 'collect',
  o: 'open',
  Escape: 'clear',
}

/** On a row itself; on its button these press it. */
const onRow: Readonly<Record<string, RowMove>> = { ' ': 'select', Enter: 'open' }

interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

export function moveOf({ key, ctrlKey, metaKey, altKey }: Key, isRow: boolean): RowMove | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return lookUp(moves, key) ?? (isRow ? lookUp(onRow, key) : undefined)
}

const PAGE = 10
const steps = { next: 1, previous: -1, first: -Infinity, last: Infinity, 'page-down': PAGE, 'page-up': -PAGE }

/** The row that a move leads to from another; undefined: it is no move between rows. */
export function rowAfter(move: RowMove, index: number, count: number): number | undefined {
  if (!(move in steps)) return undefined
  return Math.min(count - 1, Math.max(0, index + steps[move as keyof typeof steps]))
}

/** The table as the keys have it. */
export interface GridHandle {
  /** Of the reports that are shown, in their order. */
  ids: readonly string[]
  gone(id: string): boolean
  goTo(id: string): void
  toggle(id: string): void
  /** Shows what is known of the report. */
  open(id: string): void
  clear(): void
  anySelected: boolean
}

/** From the search on: first it empties it, then it goes to the table, as Enter does. Whatever else a field does with a key stays. */
export function searchMoveOf(key: string, text: string): 'empty' | 'rows' | undefined {
  if (key === 'Escape') return text === '' ? 'rows' : 'empty'
  return key === 'Enter' || key === 'ArrowDown' ? 'rows' : undefined
}

/** Does what a key means for the row that it was pressed on. */
export function press(event: KeyboardEvent, grid: GridHandle | null): void {
  const target = event.target as Element
  const row = target.closest<HTMLElement>('tr[data-report]')
  const id = row?.dataset.report
  const move = row && moveOf(event, target === row)
  if (!grid || !row || !id || !move) return
  event.preventDefault()
  const next = rowAfter(move, Number(row.dataset.index), grid.ids.length)
  if (next !== undefined) grid.goTo(grid.ids[next] ?? id)
  else if (move === 'clear') grid.clear()
  else if (move === 'select' && !grid.gone(id)) grid.toggle(id)
  else if (move === 'open') grid.open(id)
  // What is selected goes before the row at hand; a key that is held down collects once.
  else if (move === 'collect' && !event.repeat) {
    const action = grid.anySelected
      ? row.closest('section')?.querySelector<HTMLElement>('[data-selected-action] button')
      : row.querySelector<HTMLElement>('button')
    action?.click()
  }
}

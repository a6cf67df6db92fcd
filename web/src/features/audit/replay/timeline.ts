/** The arithmetic of the timeline: which part of time it shows, and where a key or a pointer leads. */
import { lookUp } from '#rules/dictionary.ts'

/** Epoch ms. */
export interface Window {
  from: number
  to: number
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** What the timeline can show; null: all there is. */
export const SPANS = {
  all: { label: 'All time', ms: null },
  month: { label: '30 days', ms: 30 * DAY },
  day: { label: '1 day', ms: DAY },
  hour: { label: '1 hour', ms: HOUR },
} as const
export type Span = keyof typeof SPANS

export const spanOf = (named: string | null): Span =>
  named !== null && Object.hasOwn(SPANS, named) ? (named as Span) : 'all'

/** The part of `all` that is shown around a moment. It moves by halves, so that most moments near it show the same part. */
export function windowOf(span: Span, time: number, all: Window): Window {
  const { ms } = SPANS[span]
  if (ms === null || ms >= all.to - all.from) return all
  const half = ms / 2
  const from = Math.floor((time - half / 2) / half) * half
  return { from, to: from + ms }
}

/** How many parts the timeline has; an arrow key leads over one. */
export const PARTS = 200
const PAGE = 20

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -PAGE,
  PageUp: PAGE,
}

export const within = (time: number, { from, to }: Window) => Math.min(Math.max(time, from), to)

/** Where a key leads from a time; undefined for a key that the timeline has no use for. */
export function timeAfterKey(key: string, time: number, shown: Window, all: Window): number | undefined {
  if (key === 'Home') return all.from
  if (key === 'End') return all.to
  const step = lookUp(STEPS, key)
  return step === undefined ? undefined : within(time + (step * (shown.to - shown.from)) / PARTS, all)
}

/** The time at a share (0 to 1) of the timeline's width. */
export const timeAt = (share: number, { from, to }: Window) => from + Math.min(Math.max(share, 0), 1) * (to - from)

export const shareOf = (time: number, { from, to }: Window) =>
  to > from ? (within(time, { from, to }) - from) / (to - from) : 0

/** Heights from 0 to 1: by the root, so that quiet hours are seen beside busy ones. */
export function heightsOf(counts: readonly number[]): number[] {
  const most = Math.max(1, ...counts)
  return counts.map((count) => Math.sqrt(count / most))
}

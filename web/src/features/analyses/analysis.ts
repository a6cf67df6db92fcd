/** Texts of an analysis, and checks of its photo. */
import type { Analysis } from '#contract/views.ts'
import { materialLabel } from '#web/lib/format/names.ts'
import { counted, kg, percent, withUnit } from '#web/lib/format/numbers.ts'
import { sharesIn } from '#web/ui/materials/shares.ts'

export const methodLabels = (): Record<Analysis['method'], string> => ({
  yolo: 'Object detector',
  llm: 'Vision language model',
})

/** Fallback for a failed analysis without a reason. */
export const detectionFailure = () => 'Failed to detect waste composition'

/**
 * Returns the state as text.
 * Examples: 'In the queue', 'Analysing the photo', 'Plastic 62 % · 3 objects', 'Nothing found'.
 * A failed analysis returns its reason.
 */
export function stateOf({ state, boxes = [], composition, reason }: Analysis): string {
  if (state === 'queued') return 'In the queue'
  if (state === 'running') return 'Analysing the photo'
  if (state === 'failed') return reason ?? detectionFailure()
  const [most] = sharesIn(composition ?? {})
  if (!most) return 'Nothing found'
  return `${materialLabel(most.material)} ${percent(most.share)} · ${counted(boxes.length, 'object')}`
}

export const isUnderWay = ({ state }: Pick<Analysis, 'state'>) => state === 'queued' || state === 'running'

/** Formats a piece's weight, mostly below a kilogram: '45 g', '12.5 kg'. */
const weightOf = (amount: number) => (amount < 1 ? withUnit(Math.round(amount * 1_000), 'g') : kg(amount))

/** Formats as 'about 12 kg, between 200 g and 60 kg'. */
export const weightText = ({ kg: middle, low, high }: NonNullable<Analysis['weight']>) =>
  `Weight about ${weightOf(middle)}, likely between ${weightOf(low)} and ${weightOf(high)}. Estimated from size and typical density.`

/** Maximum size in bytes. */
const MAX_BYTES = 10 * 1024 * 1024

/** Returns why a file cannot be analysed, or undefined. */
export function photoError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!type.startsWith('image/')) return 'Please select an image file.'
  if (size === 0) return 'This file is empty. Please select another one.'
  if (size > MAX_BYTES) return 'This photo is larger than 10 MB. Please select a smaller one.'
  return undefined
}

/**
 * Returns the first dropped or pasted image, else the first file.
 * That file then gets an error message.
 */
export function photoIn(data: Pick<DataTransfer, 'files'> | null): File | undefined {
  const files = [...(data?.files ?? [])]
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0]
}

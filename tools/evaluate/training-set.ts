/** Builds a COCO training set from corrected photos, with boxes in px. */
import * as progress from '#contract/analyses/analysis-progress.ts'
import { MATERIALS } from '#domain/city.ts'
import { hasKnownType, type LoggedEvent } from '#platform/event-store/event-store.ts'

interface Image {
  id: number
  file_name: string
  width: number
  height: number
  /** Content hash of the photo. */
  picture: string
}

interface TrainingSet {
  info: { description: string }
  images: Image[]
  categories: { id: number; name: string }[]
  annotations: {
    id: number
    image_id: number
    category_id: number
    /** x, y, width, height in px. */
    bbox: [number, number, number, number]
    area: number
    iscrowd: 0
  }[]
}

/** Returns corrected analyses with their latest corrections. */
function correctedAnalyses(events: Iterable<LoggedEvent>): progress.AnalysisProgress[] {
  const analyses = new Map<string, progress.AnalysisProgress>()
  const move = (id: string, to: (known: progress.AnalysisProgress) => progress.AnalysisProgress) => {
    const known = analyses.get(id)
    if (known) analyses.set(id, to(known))
  }
  for (const event of events) {
    if (!hasKnownType(event)) continue
    const { type, data } = event
    if (type === 'AnalysisRequested') analyses.set(data.analysisId, progress.createAnalysisProgress(data))
    if (type === 'AnalysisCompleted') move(data.analysisId, (known) => progress.applyAnalysisCompletion(known, data))
    if (type === 'AnalysisCorrected')
      move(data.analysisId, (known) => progress.applyAnalysisCorrectionData(known, data))
  }
  return [...analyses.values()].filter(({ corrections }) => corrections > 0)
}

/**
 * Builds the training set.
 * Includes each photo once, with its latest correction.
 */
export function trainingSetOf(events: Iterable<LoggedEvent>): TrainingSet {
  const byPicture = new Map<string, progress.AnalysisProgress>()
  const inTime = correctedAnalyses(events).sort((a, b) => ((a.correctedAt ?? '') < (b.correctedAt ?? '') ? -1 : 1))
  for (const one of inTime) byPicture.set(one.picture, one)
  const corrected = [...byPicture.values()]
  const px = (number: number) => Math.round(number * 100) / 100
  const boxes = corrected.flatMap(({ boxes = [], width, height }, index) =>
    boxes.map(({ material, x0, y0, x1, y1 }) => {
      const [wide, high] = [(x1 - x0) * width, (y1 - y0) * height]
      const bbox: [number, number, number, number] = [px(x0 * width), px(y0 * height), px(wide), px(high)]
      return { image_id: index + 1, category_id: MATERIALS.indexOf(material) + 1, bbox, area: px(wide * high) }
    }),
  )
  return {
    info: { description: 'Photos of waste with boxes that people have corrected' },
    images: corrected.map(({ picture, width, height }, index) => ({
      id: index + 1,
      file_name: `images/${picture}.jpg`,
      width,
      height,
      picture,
    })),
    categories: MATERIALS.map((name, index) => ({ id: index + 1, name })),
    annotations: boxes.map((box, index) => ({ id: index + 1, ...box, iscrowd: 0 })),
  }
}

/**
 * Returns the training set with only the chosen images and their boxes.
 * Their ids do not change.
 */
export function selectImages(all: TrainingSet, isChosen: (image: Image) => boolean): TrainingSet {
  const images = all.images.filter(isChosen)
  const ids = new Set(images.map(({ id }) => id))
  return { ...all, images, annotations: all.annotations.filter(({ image_id }) => ids.has(image_id)) }
}

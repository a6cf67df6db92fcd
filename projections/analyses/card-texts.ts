/**
 * Texts of the detector's model card, for the translation catalogues.
 * The card's file has them in English.
 */
import { type Message, msg, type Translator } from '#contract/languages/message.ts'
import { parseStoredMessage } from '#contract/languages/values.ts'
import type { ModelCard } from '#contract/views.ts'

export const MODEL_CARD_TEXTS: readonly Message[] = [
  msg`EfficientDet-Lite2 finds boxes. ResNet50 classifies the one or two most important ones again. Weights follow from usual densities.`,
  msg`AquaTrash, a part of TACO: 235 photos with 302 boxes of litter`,
  msg`TrashNet: 2,096 of its training photos, single objects in a studio`,
  msg`Clothing dataset: photos of garments, for textile`,
  msg`Grocery Store Dataset: photos of fresh produce, for organic`,
  msg`EfficientDet-Lite2, trained on COCO: backbone, pyramid and box head, unchanged`,
  msg`ResNet50, trained on ImageNet: unchanged, with quantized weights`,
  msg`Litter narrower than about 5 % of the photo is mostly missed: the finest level of the network is not used.`,
  msg`Glass is the least accurate material: less than half of its boxes are classified correctly.`,
  msg`Every training photo shows litter, so other objects may be marked as litter.`,
  msg`Only the one or two most important boxes are classified closely; materials of the others are less certain.`,
  msg`Wrong materials affect a composition more than missed boxes: if every found box had the right material, the error would be 14 percentage points.`,
  msg`Organic, textile and other waste in real litter: training photos show only garments, fresh produce and studio objects.`,
  msg`Kilograms: no training photo has a weight, and a photo shows neither scale nor depth. The highest likely weight can be hundreds of times the lowest.`,
  msg`Heaps at dumping sites: litter photos show one or two pieces each, and none is known to be from Ghana.`,
]

/**
 * Returns the model card in the reader's language.
 * Names, licences and figures stay the same.
 */
export function translateModelCard(translate: Translator, card: ModelCard): ModelCard {
  const inLanguage = (text: string) => translate(parseStoredMessage(text))
  return {
    ...card,
    summary: inLanguage(card.summary),
    trainedOn: card.trainedOn.map((source) => ({ ...source, what: inLanguage(source.what) })),
    failures: card.failures.map(inLanguage),
    noEvidence: card.noEvidence.map(inLanguage),
  }
}

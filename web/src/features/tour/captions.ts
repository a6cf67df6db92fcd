/** Captions of the tour's scenes, in the order of the recording. */
import { t } from '@lingui/core/macro'

export interface Caption {
  title: string
  text: string
}

/** Returns the captions in the reader's language. The recording contains the English captions. */
export const captions = (): Caption[] => [
  {
    title: t`A bin is full`,
    text: t`Kofi’s bin is full. His phone shows one large button. On the dispatcher’s board, his zone needs five more reports for a collection.`,
  },
  {
    title: t`One tap reports it`,
    text: t`He reports it with one tap. Within a second the report is first on the board, and the zone’s count goes up by one.`,
  },
  {
    title: t`The zone fills up`,
    text: t`Neighbours report their bins too. The zone’s meter rises on every screen. Nobody needs to reload a page.`,
  },
  {
    title: t`A collection is recommended`,
    text: t`Eight in ten bins are full, so a collection is worth the drive. The board shows the truck, its load and its distance.`,
  },
  {
    title: t`The dispatcher schedules it`,
    text: t`One press accepts the plan, with exactly this truck, this site and these reports.`,
  },
  {
    title: t`Kofi gets a time`,
    text: t`His phone now shows when the truck comes. He does not need to call anybody.`,
  },
  {
    title: t`The truck sets out`,
    text: t`The truck leaves on time. Both screens show it at the same moment.`,
  },
  {
    title: t`The driver gives a reason`,
    text: t`Kofi’s bin is not out. The driver records this on the phone, and Kofi sees it at once. He puts the bin out, and the truck comes back.`,
  },
  {
    title: t`Collected`,
    text: t`The collection is complete. Its reports leave the board, and everyone who reported is notified. Kofi can report again.`,
  },
  {
    title: t`The recycler sees the load coming`,
    text: t`The load is on its way to the South Dumping Site. The recycler sees it before it arrives.`,
  },
  {
    title: t`Weighed and analysed`,
    text: t`The load has arrived, and its weight and materials are known. It took one day from a full bin to the recycler’s figures. Every step is recorded.`,
  },
]

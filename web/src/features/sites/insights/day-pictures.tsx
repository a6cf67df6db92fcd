/** AI Visual Analysis of a day: one picture per site. */
import type { CompositionRecord } from '#contract/views.ts'
import { VisualAnalysis } from '#web/features/sites/visual-analysis.tsx'
import { useRoom } from '#web/lib/feed/use-room.ts'
import classes from './insights.module.css'
import { picturesOf } from './insights.ts'

export interface DayPicturesProps {
  records: readonly CompositionRecord[]
  /** True for all sites. */
  all: boolean
}

export function DayPictures({ records, all }: DayPicturesProps) {
  const { rows: sites } = useRoom('sites')
  const pictures = picturesOf(records)
  if (pictures.length === 0) return null
  const nameOf = (siteId: string) => sites.find(({ id }) => id === siteId)?.name ?? siteId
  return (
    <div className={classes.pictures}>
      {all && <h3 className={classes.heading}>Site-by-Site Analysis</h3>}
      <div className={classes.breakdown}>
        {pictures.map(({ siteId, url, at }) => (
          <VisualAnalysis
            key={siteId}
            url={url}
            at={at}
            site={nameOf(siteId)}
            {...(all && { title: `AI Visual Analysis: ${nameOf(siteId)}` })}
          />
        ))}
      </div>
    </div>
  )
}

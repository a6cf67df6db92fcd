/** How it is known: measured, estimated, forecast or not at all. Told by texture and word, never by colour alone. */
import classes from './source.module.css'

export const SOURCES = { measured: 'Measured', estimated: 'Estimated', forecast: 'Forecast', unknown: 'Not analysed' }
export type Source = keyof typeof SOURCES

/** The texture with its word: a legend's entry, or what stands beside a figure. */
export function SourceMark({ source }: { source: Source }) {
  return (
    <span className={classes.mark}>
      <span className={classes.texture} data-source={source} aria-hidden="true" />
      {SOURCES[source]}
    </span>
  )
}

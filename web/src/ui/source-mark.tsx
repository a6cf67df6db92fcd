/**
 * Origin of a figure: measured, estimated, forecast or unknown.
 * Texture and word show it, never colour alone.
 */
import classes from './source.module.css'

export const SOURCES = { measured: 'Measured', estimated: 'Estimated', forecast: 'Forecast', unknown: 'Not analysed' }
export type Source = keyof typeof SOURCES

/** The texture with its word, for legends and figures. */
export function SourceMark({ source }: { source: Source }) {
  return (
    <span className={classes.mark}>
      <span className={classes.texture} data-source={source} aria-hidden="true" />
      {SOURCES[source]}
    </span>
  )
}

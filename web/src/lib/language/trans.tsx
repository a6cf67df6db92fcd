/** Renders messages in components; values are never markup. */
import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

const mayBeMarkup = (value: unknown) => typeof value === 'string' && value.includes('<')

/**
 * Lingui looks for tags in the finished sentence, names of people included.
 * A value with '<' is passed as an element, which is placed as it is.
 */
export function Trans({ values, ...props }: TransProps) {
  const safe = Object.entries(values ?? {}).map(([name, value]) => [name, mayBeMarkup(value) ? [value] : value])
  return <LinguiTrans {...props} values={values && Object.fromEntries(safe)} />
}

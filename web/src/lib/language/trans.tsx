/** Renders messages in components. Values are never interpreted as markup. */
import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

const mayBeMarkup = (value: unknown) => typeof value === 'string' && value.includes('<')

/**
 * Renders a message.
 * Lingui looks for tags in the finished sentence, including its values, such as names of people.
 * A value with '<' is therefore passed as an element, which Lingui does not parse.
 */
export function Trans({ values, ...props }: TransProps) {
  const safe = Object.entries(values ?? {}).map(([name, value]) => [name, mayBeMarkup(value) ? [value] : value])
  return <LinguiTrans {...props} values={values && Object.fromEntries(safe)} />
}

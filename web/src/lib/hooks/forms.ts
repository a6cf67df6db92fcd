/** Validation of forms, and the warning about unsaved changes. */
import { schemaResolver, type useForm } from '@mantine/form'
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import { SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { getCurrentLanguage } from '#web/lib/language/language.tsx'

type Schema = Parameters<typeof schemaResolver>[0]

/** Functions of a form's API that a group of fields uses. */
// biome-ignore lint/suspicious/noExplicitAny: the form library's own bound of its values
export type FormFields<V extends Record<string, any>> = Pick<
  ReturnType<typeof useForm<V>>,
  'getInputProps' | 'getValues' | 'setValues' | 'setFieldValue' | 'insertListItem' | 'removeListItem'
>

/**
 * Returns a form's `validate` function; it uses a contract schema.
 * It returns error texts by field path.
 * If the schema cannot load, the form is sent unchecked.
 * The server validates with the same schema.
 */
export function validateBySchema(fetchSchema: () => Promise<Schema>) {
  return async (values: unknown) => {
    const schema = await fetchSchema().catch((error: unknown) => {
      console.warn('The rules of this form could not be fetched.', error)
    })
    return schema ? inLanguage(await schemaResolver(schema)(values)) : {}
  }
}

/** Translates errors; they stay English if the translations cannot load. */
async function inLanguage(errors: Record<string, ReactNode>): Promise<Record<string, ReactNode>> {
  const locale = getCurrentLanguage()
  if (locale === SOURCE_LOCALE) return errors
  try {
    const { translateErrors } = await import('#web/lib/language/schema-errors.ts')
    return await translateErrors(errors, locale)
  } catch (error) {
    console.warn('The errors of this form could not be translated.', error)
    return errors
  }
}

/** Counts forms with unsaved changes in a dialog, which may have several. */
export const UnsavedChangesContext = createContext<(by: 1 | -1) => void>(() => undefined)

/**
 * Makes the surrounding dialog ask before it closes with unsaved changes.
 * The form's own Cancel button does not ask.
 */
export function useUnsavedChanges(unsaved: boolean): void {
  const tell = useContext(UnsavedChangesContext)
  // Uses a layout effect, to run before an immediately following Escape key.
  useLayoutEffect(() => {
    if (!unsaved) return undefined
    tell(1)
    return () => tell(-1)
  }, [tell, unsaved])
}

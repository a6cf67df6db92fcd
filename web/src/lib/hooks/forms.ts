/** Validation of forms, and the warning about unsaved changes. */
import { schemaResolver, type useForm } from '@mantine/form'
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import { SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { getCurrentLanguage } from '#web/lib/language/language.tsx'

type Schema = Parameters<typeof schemaResolver>[0]

/** The part of a form's API that a group of its fields uses. */
// biome-ignore lint/suspicious/noExplicitAny: the form library's own bound of its values
export type FormFields<V extends Record<string, any>> = Pick<
  ReturnType<typeof useForm<V>>,
  'getInputProps' | 'getValues' | 'setValues' | 'setFieldValue' | 'insertListItem' | 'removeListItem'
>

/**
 * Returns the `validate` function of a form, which uses a schema of the contract.
 * It returns error texts by field path.
 * If the schema cannot be loaded, the form is sent without this check.
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

/** Translates errors. If the translations cannot be loaded, errors stay in English. */
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

/** Counts the forms with unsaved changes inside a dialog, which may contain several forms. */
export const UnsavedChangesContext = createContext<(by: 1 | -1) => void>(() => undefined)

/**
 * Makes the surrounding dialog ask before it closes with unsaved changes.
 * The form's own Cancel button does not ask.
 */
export function useUnsavedChanges(unsaved: boolean): void {
  const tell = useContext(UnsavedChangesContext)
  // This is a layout effect, so that it runs before an Escape key that follows at once.
  useLayoutEffect(() => {
    if (!unsaved) return undefined
    tell(1)
    return () => tell(-1)
  }, [tell, unsaved])
}

/** Form validation by a lazily loaded schema, so that the form appears before its rules. */
import { schemaResolver, type useForm } from '@mantine/form'

type Schema = Parameters<typeof schemaResolver>[0]

/** The part of a form that a group of fields needs. */
// biome-ignore lint/suspicious/noExplicitAny: the form library's own bound of its values
export type FormFields<V extends Record<string, any>> = Pick<
  ReturnType<typeof useForm<V>>,
  'getInputProps' | 'getValues' | 'setValues' | 'setFieldValue' | 'insertListItem' | 'removeListItem'
>

/**
 * Returns a form's `validate`: error text by field path, from the contract's schema.
 * Without the schema the form is sent unchecked, and the server validates it by the same one.
 */
export function validateBySchema(fetchSchema: () => Promise<Schema>) {
  return async (values: unknown) => {
    const schema = await fetchSchema().catch((error: unknown) => {
      console.warn('The rules of this form could not be fetched.', error)
    })
    return schema ? schemaResolver(schema)(values) : {}
  }
}

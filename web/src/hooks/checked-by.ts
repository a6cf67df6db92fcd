/** Validation by a schema that is fetched when a form first needs it, so that the form is on screen before its rules. */
import { schemaResolver, type useForm } from '@mantine/form'

type Schema = Parameters<typeof schemaResolver>[0]

/** What a group of fields needs of the form that it belongs to. */
// biome-ignore lint/suspicious/noExplicitAny: the bound that the form library has for its values
export type FormFields<V extends Record<string, any>> = Pick<
  ReturnType<typeof useForm<V>>,
  'getInputProps' | 'getValues' | 'setValues' | 'setFieldValue' | 'insertListItem' | 'removeListItem'
>

/**
 * A form's `validate`: field path to what is wrong with it, by the contract's schema. Where the schema can't be fetched
 * the form goes out unchecked: the server checks it by the same schema.
 */
export function checkedBy(fetchSchema: () => Promise<Schema>) {
  return async (values: unknown) => {
    const schema = await fetchSchema().catch((error: unknown) => {
      console.warn('The rules of this form could not be fetched.', error)
    })
    return schema ? schemaResolver(schema)(values) : {}
  }
}

/** What went wrong, in a dialog. */
import { Alert } from '@mantine/core'

/** `title`: the screen's own words; `text`: the server's, where they say more. */
export const Notice = ({ title, text }: { title: string; text: string }) => (
  <Alert color="statusCritical" variant="light" role="alert" title={title}>
    {text !== title && text}
  </Alert>
)

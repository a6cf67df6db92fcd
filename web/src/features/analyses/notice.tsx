/** Error in a dialog. */
import { Alert } from '@mantine/core'

/** `title` is the screen's own text; `text` is the server's, if it adds detail. */
export const ErrorNotice = ({ title, text }: { title: string; text: string }) => (
  <Alert color="statusCritical" variant="light" role="alert" title={title}>
    {text !== title && text}
  </Alert>
)

/** Mantine's styles of form fields, for the screens and dialogs that have some; the order matters. */
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'

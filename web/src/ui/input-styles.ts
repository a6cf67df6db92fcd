/** Mantine's styles of form fields. Their order matters. */
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'

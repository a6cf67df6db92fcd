/** Mantine's styles of form fields, in an order that matters. */
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'

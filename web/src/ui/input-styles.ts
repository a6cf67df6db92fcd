/** Mantine's styles of form fields. Later styles override earlier ones, so the order of the imports matters. */
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'

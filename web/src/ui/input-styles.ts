/**
 * Mantine's form field styles.
 * Import order matters, because later styles override earlier ones.
 */
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'

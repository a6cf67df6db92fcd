/** The styles of the interface library's parts on the tour's page, and of those that signed-in screens are given by their frame. */
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'

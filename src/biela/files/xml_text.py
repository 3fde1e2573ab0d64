"""Elements as the text of an XML file that every reader takes."""

from __future__ import annotations

import re
from typing import Any

IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no way to write (https://www.w3.org/TR/xml/#charsets)."""


def xml_text(root: Any) -> str:
    """Return the text of a tree, indented; a character that XML cannot write becomes �."""
    from xml.etree import ElementTree

    for element in root.iter():
        for name, value in element.attrib.items():
            element.attrib[name] = IMPOSSIBLE.sub("�", value)
        if element.text:
            element.text = IMPOSSIBLE.sub("�", element.text)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode")

"""Texts read section by section: what comes out is what reading the whole text gives."""

import pytest

from biela import library
from biela.files.document import Sections, read_document
from biela.files.machine import case_of
from biela.files.problem import FileError

FIELDS = ("data", "lines", "spans", "texts", "problems")


def fields(document):
    return {name: getattr(document, name) for name in FIELDS}


@pytest.mark.parametrize("name", ["four-bar", "hydraulic-crane", "excavator"])
def test_a_text_that_is_typed_in_is_read_as_a_whole_would_be(name):
    text, sections = library.get(name).machine_file(), Sections()
    for one in (text, text.replace("mass: ", "mass:  ", 1), "# a remark\n\n" + text, text + "\n# end", text):
        found = sections.read(one, "m.yaml")
        assert fields(found) == fields(read_document(one, "m.yaml"))
        assert list(found.data) == list(read_document(one, "m.yaml").data)
        case_of(found, one, hold=False)  # what builds a machine leaves the data alone


@pytest.mark.parametrize(
    "text",
    [
        "", "\n# nothing\n", "a: 1\na: 2\n", "a: {\nb: 1\n}\nc: 2\n", "a: |\n  text\n  b: 1\nc: 2\n", "'a': 1\nb: 2\n",
        "a:\n- 1\n- 2\nb: 3\n", "- 1\n- 2\n", "a: 1 # b: 2\nc: 3\n", 'a: "x\n  b: 1"\nc: 2\n', "a: 1\n\n  # between\nb: [1]",
        "word\n", "a: [1,\n2]\nb: 1\n", "a: 1\n...\n", "a b: 1\nc: x:y\n", "a:\nb:\n", "a: inf\nb: 1\n", "3: 1\nb: 2\n",
    ],
)  # fmt: skip
def test_texts_that_cannot_be_cut_are_read_whole(text):
    try:
        expected = fields(read_document(text, "m.yaml"))
    except FileError as error:
        with pytest.raises(FileError) as found:
            Sections().read(text, "m.yaml")
        assert found.value.problems == error.problems
    else:
        assert fields(Sections().read(text, "m.yaml")) == expected


@pytest.mark.parametrize("text", ["a: 1\nb: [1\n", "a: &x 1\nb: *x\n", "a: 1\n---\nb: 2\n", "a: !tag 1\n", "a: 1\n\tb: 2\n"])
def test_mistakes_have_the_line_of_the_whole_text(text):
    with pytest.raises(FileError) as expected:
        read_document(text, "m.yaml")
    with pytest.raises(FileError) as found:
        Sections().read(text, "m.yaml")
    assert found.value.problems == expected.value.problems

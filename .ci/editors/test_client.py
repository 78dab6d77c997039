"""A second client against the server, with what several editors say that they can do."""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

FRAY = os.environ["FRAY"]
RULES = """pack yard "A yard" { license "CC0" }
attribute might "might" number = 10
fact actor figure
card luck "Luck" { +1 "lucky" when actor.might > 9 }
check lift "A lift" {
  reads actor
  says "{actor} lifts"
  roll 2d6
  at most actor.might "might of {actor}"
  cards luck
}
figure Ann "Ann" { might 8 }
"""
WRONG = RULES.replace("at most actor.might", "at most actor.migth")


EDITORS = ["visual_studio_code", "neovim@0.6.1", "neovim@0.11.0", "emacs@29.1"]


@pytest_lsp.fixture(params=EDITORS, config=ClientServerConfig(server_command=[FRAY, "lsp"]))
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: pathlib.Path):
    folder = tmp_path / "rules" / "yard"
    folder.mkdir(parents=True)
    (folder / "yard.fray").write_text(RULES)
    lsp_client.path = folder / "yard.fray"
    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=client_capabilities(request.param), root_uri=tmp_path.as_uri())
    )
    yield
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, text: str) -> lsp.TextDocumentIdentifier:
    uri = client.path.as_uri()
    document = lsp.TextDocumentItem(uri=uri, language_id="fray", version=1, text=text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=document))
    return lsp.TextDocumentIdentifier(uri=uri)


def place(text: str, word: str) -> lsp.Position:
    before = text[: text.index(word)]
    return lsp.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1)


@pytest.mark.asyncio
async def test_a_mistake_is_told_and_mended(client: LanguageClient):
    document = opened(client, WRONG)
    await client.wait_for_notification("textDocument/publishDiagnostics")
    [found] = client.diagnostics[document.uri]
    assert "migth" in found.message
    context = lsp.CodeActionContext(diagnostics=[found])
    params = lsp.CodeActionParams(text_document=document, range=found.range, context=context)
    actions = await client.text_document_code_action_async(params)
    edits = [edit for action in actions for change in action.edit.changes.values() for edit in change]
    assert "might" in [edit.new_text for edit in edits]


@pytest.mark.asyncio
async def test_hover_completion_rename_and_symbols(client: LanguageClient):
    document = opened(client, RULES)
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not client.diagnostics[document.uri]
    at = place(RULES, 'might "might of')
    hover = await client.text_document_hover_async(lsp.HoverParams(text_document=document, position=at))
    assert "might" in hover.contents.value
    offered = await client.text_document_completion_async(lsp.CompletionParams(text_document=document, position=at))
    items = offered.items if isinstance(offered, lsp.CompletionList) else offered
    assert "might" in [item.label for item in items]
    params = lsp.RenameParams(text_document=document, position=at, new_name="brawn")
    renamed = await client.text_document_rename_async(params)
    edits = renamed.changes[document.uri]
    assert len(edits) == 4 and {edit.new_text for edit in edits} == {"brawn"}
    params = lsp.DocumentSymbolParams(text_document=document)
    symbols = await client.text_document_document_symbol_async(params)
    assert "lift" in [symbol.name for symbol in symbols]

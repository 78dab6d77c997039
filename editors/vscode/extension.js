// The client: starts `fray lsp` and shows what it says.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function () {
  const command = vscode.workspace.getConfiguration("fray").get("path") || "fray";
  const server = { command, args: ["lsp"] };
  const documentSelector = [
    { scheme: "file", language: "fray" },
    { scheme: "file", pattern: "**/scripts/**/*.luau" },
  ];
  client = new LanguageClient("fray", "fray", server, { documentSelector });
  await client.start();
};

exports.deactivate = function () {
  return client && client.stop();
};
